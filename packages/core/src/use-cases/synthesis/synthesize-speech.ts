import type { AudioFormat } from '../../domain/audio/output-format.ts';
import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { SpeechSegment } from '../../domain/text/segment-text.ts';
import type { Voice } from '../../domain/voices/voice.ts';
import type { AudioCodec } from '../../ports/audio-codec.ts';
import type { SynthesisEngine } from '../../ports/synthesis-engine.ts';
import { abortable } from '../abortable.ts';
import { pacedSlices, sliceSamplesFor, type YieldToEventLoop } from './paced-slices.ts';
import {
  type GrowingText,
  planGrowingSegments,
  planSegments,
  type SegmentPlan,
  speakSegments,
} from './speak-segments.ts';
import type { UnitOrder } from './speech-units.ts';

export interface SynthesizeSpeechPorts {
  readonly codec: AudioCodec;
  /** The engine that speaks a voice. */
  readonly engineOf: (voice: Voice) => SynthesisEngine;
  readonly yieldToEventLoop?: YieldToEventLoop | undefined;
  /** The setting `textNormalization`. Default true. */
  readonly normalizeText?: boolean | undefined;
}

/** The text is trimmed and not empty, or it comes while it is being written. */
export interface SpeechOrder extends UnitOrder, Omit<SegmentPlan, 'text'> {
  readonly text: string | GrowingText;
  readonly format: AudioFormat;
  /** Whether the reader gets bytes before the length is known (a WAV header then has the streaming sizes). */
  readonly streaming: boolean;
  /** Whose turn its units take: the app's id. Absent: callers in-process share one. */
  readonly turn?: string | undefined;
  /** Whether audio of the same segments from before will do. Default true. */
  readonly reuse?: boolean | undefined;
  /** Told of each segment when its first audio has come. */
  readonly onSegment?: ((segment: SpeechSegment) => void) | undefined;
}

/**
 * Speaks a text: segments, units of the engine, joins, resampling, encoding, all piece by piece and in order.
 *
 * Units are started ahead of their turn, as many as the engine works on at once, so no worker waits for a reader who keeps up; a
 * reader who does not holds everything back.
 *
 * @returns encoded pieces, none of them empty
 * @throws SpeechError `TEXT_NOT_SPEAKABLE` before the first piece, or what the engine throws
 */
export async function* synthesizeSpeech(
  ports: SynthesizeSpeechPorts,
  order: SpeechOrder,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { voice, format } = order;
  const opening = Promise.all([
    ports.codec.openResampler(voice.nativeRateHz, format.sampleRateHz),
    ports.codec.openEncoder(format, { streaming: order.streaming }),
  ]);
  // Awaited below, at the first audio: until then a failure must not count as unhandled.
  opening.catch(() => undefined);
  const isSameRate = voice.nativeRateHz === format.sampleRateHz;
  const { first, following } = sliceSamplesFor(format, voice.nativeRateHz);
  let hasAudio = false;
  /** Tells the writer of a growing text that nobody reads any more. */
  const left = new AbortController();
  let release: (() => void) | undefined;
  try {
    const engine = ports.engineOf(voice);
    release = engine.hold?.();
    const { text } = order;
    const segments =
      typeof text === 'string'
        ? planSegments(engine, order, { ...order, text })
        : planGrowingSegments(engine, order, {
            ...order,
            text: abortable(text, AbortSignal.any([signal, left.signal])),
          });
    const unitOrder = { ...order, normalizeText: ports.normalizeText };
    for await (const part of speakSegments(engine, segments, unitOrder, {
      signal,
      lane: 'live',
      turn: order.turn,
      reuse: order.reuse,
    })) {
      if (part.type === 'segment-start') order.onSegment?.(part.segment);
      if (part.type !== 'segment-audio') continue;
      const sizes = { first: hasAudio ? following : first, following };
      hasAudio = true;
      const [resampler, encoder] = await opening;
      for await (const slice of pacedSlices(part.samples, sizes, ports.yieldToEventLoop)) {
        const bytes = encoder.encode(isSameRate ? slice : resampler.resample(slice));
        if (bytes.byteLength > 0) yield bytes;
      }
    }
    if (!hasAudio) throw notSpeakable(voice);
    const [resampler, encoder] = await opening;
    const last = encoder.encode(resampler.finish());
    if (last.byteLength > 0) yield last;
    const tail = encoder.finish();
    if (tail.byteLength > 0) yield tail;
  } finally {
    left.abort();
    release?.();
    const [resampler, encoder] = await opening;
    resampler.dispose();
    encoder.dispose();
  }
}

/** What a text is answered with that has words, but none for this voice. */
export function notSpeakable(voice: Voice): SpeechError {
  return new SpeechError(
    'TEXT_NOT_SPEAKABLE',
    `text has nothing that voice ${voice.code} (${voice.languageCode}) can speak; send words in its language.`,
    { field: 'text', voiceCode: voice.code },
  );
}
