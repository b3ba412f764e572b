import type { StreamResampler } from '../../audio/audio-codec.ts';
import type { Pronunciation } from '../../engine/pronunciation.ts';
import type { EngineCallOptions, SynthesisEngine } from '../../engine/synthesis-engine.ts';
import { mannerOf, type UnitManner } from '../../engine/unit-manner.ts';
import type { Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { spokenParts } from '../../text/reading/spoken-parts.ts';
import type { ReadingForm } from '../../text/reading-form.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import { countChars } from '../../text/speakable.ts';
import { readAround } from './pronunciations.ts';

/** The voice and engine for segments that have another voice than the request's. */
export interface Speaker {
  readonly voice: Voice;
  readonly engine: SynthesisEngine;
  /** Resamples from its own rate to that of the request's voice. Absent: the rates are equal. */
  readonly openResampler?: (() => Promise<StreamResampler>) | undefined;
}

/** How every unit of a request is to be spoken. */
export interface UnitOrder extends UnitManner {
  readonly voice: Voice;
  /** Whether amounts, dates and the like are written out before an engine gets them. Default true. */
  readonly normalizeText?: boolean | undefined;
  /** How the vocabulary's terms are read, whether or not other text is written out. */
  readonly terms?: readonly ReadingForm[] | undefined;
  /** By the code of their voices. Absent: all segments have the request's voice. */
  readonly speakers?: ReadonlyMap<string, Speaker> | undefined;
}

export interface UnitPace {
  readonly signal: AbortSignal;
  /**
   * `live`: somebody waits for the first unit, so it runs alone until its first audio: a second unit beside it would take memory
   * bandwidth from it. `batch`: nobody waits, and no worker may be idle.
   */
  readonly lane: 'live' | 'batch';
  /** The app's id, for fairness between apps within a lane. */
  readonly turn?: string | undefined;
  /** Whether cached audio of the same unit may be used. Default true. */
  readonly reuse?: boolean | undefined;
  /** Called with `true` when all units of a growing text have been read and more text is awaited, and with `false` at the end of that wait. */
  readonly onTextWait?: ((isWaiting: boolean) => void) | undefined;
}

export interface StartedUnit {
  readonly segment: SpeechSegment;
  readonly audio: AsyncIterable<Float32Array>;
  /** Settles when its first audio arrives or it ends without any; never rejects. */
  readonly begun: Promise<unknown>;
  /** To be called for a unit that nobody reads, since its call of the engine would stay open. */
  readonly leave: () => void;
}

/** How many units of a batch request are started for each worker, so that every worker has its next one while the reader encodes and writes. */
const BATCH_UNITS_AHEAD = 2;

/** Keeps as many units running as the engine processes at once, and yields them in order. */
export async function* startedAhead(
  engine: SynthesisEngine,
  segments: Iterable<SpeechSegment>,
  order: UnitOrder,
  { signal, lane, turn, reuse }: UnitPace,
): AsyncGenerator<StartedUnit, void, undefined> {
  const stop = new AbortController();
  const unitSignal = AbortSignal.any([signal, stop.signal]);
  const waiting: StartedUnit[] = [];
  const remaining = segments[Symbol.iterator]();
  let isFirst = true;
  const start = lane === 'live' ? startUnit : startWholeUnit;
  const units = engine.capabilities.concurrency * (lane === 'live' ? 1 : BATCH_UNITS_AHEAD);
  const refill = (count: number): void => {
    while (waiting.length < count) {
      const next = remaining.next();
      if (next.done === true) return;
      const unitLane = lane === 'batch' ? lane : isFirst ? 'first' : 'next';
      isFirst = false;
      waiting.push({
        segment: next.value,
        ...start(engine, next.value, order, { signal: unitSignal, lane: unitLane, turn, reuse }),
      });
    }
  };
  try {
    if (lane === 'live') {
      refill(1);
      await waiting[0]?.begun;
    } else {
      refill(units);
    }
    for (let unit = waiting[0]; unit !== undefined; unit = waiting[0]) {
      if (signal.aborted) throw SpeechError.aborted(signal);
      waiting.shift();
      refill(units);
      yield unit;
    }
  } finally {
    stop.abort();
    for (const { leave } of waiting) leave();
  }
}

/** Starts a unit now instead of when it is read. */
export function startUnit(
  engine: SynthesisEngine,
  segment: SpeechSegment,
  order: UnitOrder,
  call: EngineCallOptions,
): Omit<StartedUnit, 'segment'> {
  const chunks = synthesized(engine, segment, order, call)[Symbol.asyncIterator]();
  const first = chunks.next();
  // Its failure is reported when it is read; after an earlier unit's failure it may never be read.
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
  // Not awaited, since an engine may return only after its next audio.
  const leave = (): void => void chunks.return?.().catch(() => undefined);
  return { audio, begun, leave };
}

/** Starts a unit and collects its audio as it arrives, so that its worker is free before the unit is read. */
function startWholeUnit(
  engine: SynthesisEngine,
  segment: SpeechSegment,
  order: UnitOrder,
  call: EngineCallOptions,
): Omit<StartedUnit, 'segment'> {
  const whole = collect(synthesized(engine, segment, order, call));
  const begun = whole.catch(() => undefined);
  const audio = {
    async *[Symbol.asyncIterator]() {
      yield* await whole;
    },
  };
  // It reads itself, until its signal aborts.
  return { audio, begun, leave: () => undefined };
}

function synthesized(
  engine: SynthesisEngine,
  segment: SpeechSegment,
  order: UnitOrder,
  call: EngineCallOptions,
): AsyncIterable<Float32Array> {
  const { voice, engine: speaker } = speakerOf(segment, order) ?? { voice: order.voice, engine };
  const { rate = 1, ...delivery } = segment.delivery ?? {};
  const { emphasisIntensity, ...manner } = mannerOf({ ...order, ...delivery });
  const { normalizeText = true, terms = [] } = order;
  const hasEmphasis = voice.supportsEmphasis && emphasisIntensity !== undefined;
  const { maxUnitChars, normalizesText = false } = speaker.capabilities;
  const { minSpeed, maxSpeed } = LIMITS.synthesis;
  const speed = Math.min(maxSpeed, Math.max(minSpeed, order.speed * rate));
  const speak = (text: string, pronunciations: readonly Pronunciation[] = []): AsyncIterable<Float32Array> =>
    speaker.synthesize(
      {
        ...{ ...manner, text, voiceCode: voice.code, speed },
        ...(hasEmphasis ? { emphasisIntensity } : {}),
        ...(pronunciations.length > 0 ? { pronunciations } : {}),
      },
      call,
    );
  const termsOnly = !normalizeText || normalizesText;
  if (segment.pronunciations !== undefined) {
    const read = readAround(segment.text, segment.pronunciations, voice.languageCode, { terms, termsOnly });
    // A longer one is spoken in parts.
    if (countChars(read.text) <= maxUnitChars) return speak(read.text, read.pronunciations);
  }
  if (termsOnly && terms.length === 0) return speak(segment.text);
  const reading = { maxUnitChars, terms, termsOnly };
  const [first = segment.text, ...more] = spokenParts(segment.text, voice.languageCode, reading);
  return more.length === 0 ? speak(first) : inTurn([first, ...more], speak);
}

/** @returns the speaker of a segment that does not have the request's voice */
export function speakerOf({ delivery }: SpeechSegment, { speakers }: UnitOrder): Speaker | undefined {
  return delivery?.voiceCode === undefined ? undefined : speakers?.get(delivery.voiceCode);
}

async function* inTurn(
  texts: readonly string[],
  speak: (text: string) => AsyncIterable<Float32Array>,
): AsyncGenerator<Float32Array, void, undefined> {
  for (const text of texts) yield* speak(text);
}

async function collect(chunks: AsyncIterable<Float32Array>): Promise<readonly Float32Array[]> {
  const collected: Float32Array[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return collected;
}
