import type { AudioFormat } from '../domain/audio/output-format.ts';
import { createSegmentJoiner } from '../domain/audio/segment-joins.ts';
import { SpeechError } from '../domain/errors/speech-error.ts';
import type { PausePlan } from '../domain/text/pause-plan.ts';
import { type SpeechSegment, segmentText } from '../domain/text/segment-text.ts';
import type { Voice } from '../domain/voices/voice.ts';
import type { AudioCodec } from '../ports/audio-codec.ts';
import type { SynthesisEngine } from '../ports/synthesis-engine.ts';

export interface SynthesizeSpeechPorts {
  readonly codec: AudioCodec;
  /** The engine that speaks a voice. */
  readonly engineOf: (voice: Voice) => SynthesisEngine;
}

export interface SpeechOrder {
  /** Trimmed, not empty. */
  readonly text: string;
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly speed: number;
  readonly emphasisIntensity?: number | undefined;
  readonly pauses?: PausePlan | undefined;
  /** `lowest`: the first unit is one short clause, so that audio starts at once. */
  readonly latency: 'lowest' | 'natural';
  /** Whether the reader gets bytes before the length is known (a WAV header then has the streaming sizes). */
  readonly streaming: boolean;
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
  let hasAudio = false;
  try {
    for await (const samples of joinedUnits(ports, order, signal)) {
      hasAudio = true;
      const [resampler, encoder] = await opening;
      const bytes = encoder.encode(resampler.resample(samples));
      if (bytes.byteLength > 0) yield bytes;
    }
    if (!hasAudio) throw notSpeakable(voice);
    const [resampler, encoder] = await opening;
    const last = encoder.encode(resampler.finish());
    if (last.byteLength > 0) yield last;
    const tail = encoder.finish();
    if (tail.byteLength > 0) yield tail;
  } finally {
    const [resampler, encoder] = await opening;
    resampler.dispose();
    encoder.dispose();
  }
}

async function* joinedUnits(
  ports: SynthesizeSpeechPorts,
  order: SpeechOrder,
  signal: AbortSignal,
): AsyncGenerator<Float32Array, void, undefined> {
  const { voice } = order;
  const engine = ports.engineOf(voice);
  const joiner = createSegmentJoiner({ sampleRateHz: voice.nativeRateHz });
  const segments = segmentText(order.text, {
    languageCode: voice.languageCode,
    maxUnitChars: engine.capabilities.maxUnitChars,
    firstUnit: order.latency === 'lowest' ? 'short' : 'natural',
    ...(order.pauses === undefined ? {} : { clientPause: order.pauses }),
  });
  for await (const { segment, audio } of startedAhead(engine, segments, order, signal)) {
    for await (const samples of audio) yield* joiner.push(samples);
    const { boundaryAfter, silenceAfterSeconds } = segment;
    yield* joiner.endSegment(
      silenceAfterSeconds === undefined
        ? { boundary: boundaryAfter }
        : { boundary: boundaryAfter, silenceAfterSeconds },
    );
  }
}

interface StartedUnit {
  readonly segment: SpeechSegment;
  readonly audio: AsyncIterable<Float32Array>;
  /** Settles with its first audio, or with whatever came instead; never rejects. */
  readonly begun: Promise<unknown>;
}

/**
 * Keeps `engine.capabilities.concurrency` units under way and hands them out in order. The first one is alone until it gives
 * audio: a second at its side would take memory bandwidth from the one that somebody waits for.
 */
async function* startedAhead(
  engine: SynthesisEngine,
  segments: Iterable<SpeechSegment>,
  order: SpeechOrder,
  signal: AbortSignal,
): AsyncGenerator<StartedUnit, void, undefined> {
  const stop = new AbortController();
  const unitSignal = AbortSignal.any([signal, stop.signal]);
  const waiting: StartedUnit[] = [];
  const remaining = segments[Symbol.iterator]();
  const refill = (units: number): void => {
    while (waiting.length < units) {
      const next = remaining.next();
      if (next.done === true) return;
      waiting.push({ segment: next.value, ...startUnit(engine, next.value, order, unitSignal) });
    }
  };
  try {
    refill(1);
    await waiting[0]?.begun;
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      if (signal.aborted) throw SpeechError.aborted(signal);
      refill(engine.capabilities.concurrency);
      yield unit;
    }
  } finally {
    stop.abort();
  }
}

/** Starts a unit now rather than when its turn to be read comes. */
function startUnit(
  engine: SynthesisEngine,
  segment: SpeechSegment,
  order: SpeechOrder,
  signal: AbortSignal,
): Pick<StartedUnit, 'audio' | 'begun'> {
  const { voice, speed, emphasisIntensity } = order;
  const hasEmphasis = voice.supportsEmphasis && emphasisIntensity !== undefined;
  const chunks = engine
    .synthesize(
      {
        text: segment.text,
        voiceCode: voice.code,
        speed,
        ...(hasEmphasis ? { emphasisIntensity } : {}),
      },
      { signal },
    )
    [Symbol.asyncIterator]();
  const first = chunks.next();
  // Its failure is met when its turn comes; an earlier unit's failure may mean that nobody comes to meet it.
  const begun = first.catch(() => undefined);
  const audio = {
    async *[Symbol.asyncIterator]() {
      try {
        for (let chunk = await first; chunk.done !== true; chunk = await chunks.next()) yield chunk.value;
      } finally {
        await chunks.return?.();
      }
    },
  };
  return { audio, begun };
}

function notSpeakable(voice: Voice): SpeechError {
  return new SpeechError(
    'TEXT_NOT_SPEAKABLE',
    `text has nothing that voice ${voice.code} (${voice.languageCode}) can speak; send words in its language.`,
    { field: 'text', voiceCode: voice.code },
  );
}
