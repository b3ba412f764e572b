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

/** Who speaks segments of a request by another voice than the request's. */
export interface Speaker {
  readonly voice: Voice;
  readonly engine: SynthesisEngine;
  /** From its own rate to that of the request's voice. Absent: they are the same. */
  readonly openResampler?: (() => Promise<StreamResampler>) | undefined;
}

/** How every unit of a request is spoken. */
export interface UnitOrder extends UnitManner {
  readonly voice: Voice;
  /** Whether amounts, dates and the like are written out before an engine gets them. Default true. */
  readonly normalizeText?: boolean | undefined;
  /** How the terms of a vocabulary are read, whether or not the rest is written out. */
  readonly terms?: readonly ReadingForm[] | undefined;
  /** By the code of their voices. Absent: all segments are the request's voice's. */
  readonly speakers?: ReadonlyMap<string, Speaker> | undefined;
}

export interface UnitPace {
  readonly signal: AbortSignal;
  /**
   * `live`: somebody waits for the first unit, so it is alone until it gives audio: a second at its side would take memory
   * bandwidth from it. `batch`: nobody does, and no worker may wait for another one's turn.
   */
  readonly lane: 'live' | 'batch';
  /** Whose turn its units take among others of their lane: the app's id. */
  readonly turn?: string | undefined;
  /** Whether audio of the same unit from before will do. Default true. */
  readonly reuse?: boolean | undefined;
}

export interface StartedUnit {
  readonly segment: SpeechSegment;
  readonly audio: AsyncIterable<Float32Array>;
  /** Settles with its first audio, or with whatever came instead; never rejects. */
  readonly begun: Promise<unknown>;
}

/** Units of a batch request for each that the engine works on: while the reader encodes and writes, every worker has its next. */
const BATCH_UNITS_AHEAD = 2;

/** Keeps as many units under way as the engine works on at once and hands them out in order. */
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
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      if (signal.aborted) throw SpeechError.aborted(signal);
      refill(units);
      yield unit;
    }
  } finally {
    stop.abort();
  }
}

/** Starts a unit now rather than when its turn to be read comes. */
export function startUnit(
  engine: SynthesisEngine,
  segment: SpeechSegment,
  order: UnitOrder,
  call: EngineCallOptions,
): Pick<StartedUnit, 'audio' | 'begun'> {
  const chunks = synthesized(engine, segment, order, call)[Symbol.asyncIterator]();
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

/** Starts a unit and takes its audio as it comes, so that its worker is free before its turn to be read. */
function startWholeUnit(
  engine: SynthesisEngine,
  segment: SpeechSegment,
  order: UnitOrder,
  call: EngineCallOptions,
): Pick<StartedUnit, 'audio' | 'begun'> {
  const whole = collect(synthesized(engine, segment, order, call));
  const begun = whole.catch(() => undefined);
  const audio = {
    async *[Symbol.asyncIterator]() {
      yield* await whole;
    },
  };
  return { audio, begun };
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
    // A longer one is spoken in parts, as it is written.
    if (countChars(read.text) <= maxUnitChars) return speak(read.text, read.pronunciations);
  }
  if (termsOnly && terms.length === 0) return speak(segment.text);
  const reading = { maxUnitChars, terms, termsOnly };
  const [first = segment.text, ...more] = spokenParts(segment.text, voice.languageCode, reading);
  return more.length === 0 ? speak(first) : inTurn([first, ...more], speak);
}

/** @returns who speaks a segment, where it is not the request's voice */
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
