import type { AudioCodec } from '../../audio/audio-codec.ts';
import type { SynthesisEngine } from '../../engine/synthesis-engine.ts';
import type { TextAligner } from '../../engine/text-aligner.ts';
import type { Voice } from '../../engine/voice.ts';
import type { VoiceCatalogue } from '../../voices/voice-catalogue.ts';
import type { YieldToEventLoop } from './paced-slices.ts';

/** What turning text into speech needs: the voices, their engines, and the codecs. */
export interface SpeechSynthesizer {
  readonly catalogue: VoiceCatalogue;
  /** The engine of a voice. */
  readonly engineOf: (voice: Voice) => SynthesisEngine;
  readonly codec: AudioCodec;
  readonly yieldToEventLoop?: YieldToEventLoop | undefined;
  /** The setting `textNormalization`. Default true. */
  readonly normalizeText?: boolean | undefined;
  /** The aligner for a language. Absent: there are none. */
  readonly alignerFor?: ((languageCode: string) => TextAligner | undefined) | undefined;
}
