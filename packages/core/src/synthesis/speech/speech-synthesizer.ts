import type { AudioCodec } from '../../audio/audio-codec.ts';
import type { SynthesisEngine } from '../../engine/synthesis-engine.ts';
import type { TextAligner } from '../../engine/text-aligner.ts';
import type { Voice } from '../../engine/voice.ts';
import type { VoiceCatalogue } from '../../voices/voice-catalogue.ts';
import type { YieldToEventLoop } from './paced-slices.ts';

/** What makes speech of text: the voices, the engines that speak them, and what becomes of their audio. */
export interface SpeechSynthesizer {
  readonly catalogue: VoiceCatalogue;
  /** The engine that speaks a voice. */
  readonly engineOf: (voice: Voice) => SynthesisEngine;
  readonly codec: AudioCodec;
  readonly yieldToEventLoop?: YieldToEventLoop | undefined;
  /** The setting `textNormalization`. Default true. */
  readonly normalizeText?: boolean | undefined;
  /** Who finds words in speech of a language. Absent: nobody. */
  readonly alignerFor?: ((languageCode: string) => TextAligner | undefined) | undefined;
}
