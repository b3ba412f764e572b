import {
  type EngineCallOptions,
  plainIpa,
  type SynthesisCapabilities,
  type SynthesisEngine,
  type SynthesisUnit,
  type Voice,
} from '@parlance/core/engine';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import { tone } from '../signals/tone.ts';
import { beginCall, type FakeCall, type RunningCall, stateAfter } from './fake-call.ts';
import { fakeVoice } from './fake-voice.ts';
import { interruptible } from './interruptible.ts';

/** About the pace of ordinary speech. */
const DEFAULT_SECONDS_PER_CHAR = 1 / 15;
const LOWEST_TONE_HZ = 220;
const TONE_STEP_HZ = 110;
/** Number of pitches that a text can have, within a thirtieth of the voice's own. */
const TEXT_PITCHES = 101;
const TEXT_SPAN = TEXT_PITCHES * 30;
/** Full emphasis raises the tone by a fifth, so that a test can measure it. */
const EMPHASIS_SPAN = 500;
const FADE_SECONDS = 0.02;

/** How a {@link FakeSynthesisEngine} behaves, unit by unit. */
export interface SynthesisScript {
  /** Seconds of tone for each code point at speed 1. Default 1/15. */
  readonly secondsPerChar?: number;
  /** Samples in each chunk. Default: the whole unit in one. */
  readonly chunkSamples?: number;
  /** Awaited before each chunk; return the promise of a {@link deferred} to pause the engine. */
  readonly gate?: (unitIndex: number, chunkIndex: number) => Promise<void> | undefined;
  /** Error codes with which units fail, by index. */
  readonly failures?: Readonly<Record<number, SpeechErrorCode>>;
  /** Index of the chunk before which a unit fails. Default 0. */
  readonly failBeforeChunk?: number;
}

export interface FakeSynthesisOptions {
  readonly id?: string;
  /** Default: one {@link fakeVoice} of 16 kHz. */
  readonly voices?: readonly Voice[];
  readonly script?: SynthesisScript;
  readonly capabilities?: Partial<SynthesisCapabilities>;
}

export interface FakeSynthesisEngine extends SynthesisEngine {
  /** Every unit in order, with its state. */
  readonly calls: readonly FakeCall<SynthesisUnit>[];
  readonly warmCalls: number;
  readonly isClosed: boolean;
}

/**
 * A synthesis engine that hums: each unit is one tone. Its length is that of the text at the script's pace, divided by the speed; its pitch is
 * that of the voice, shifted slightly by the text; it is faded in and out for 20 ms. Text without letters and digits has no audio. It fulfils
 * the port's contract (abort, close, errors), waits only where the script does, and computes each chunk when it is read.
 */
export function fakeSynthesisEngine(options: FakeSynthesisOptions = {}): FakeSynthesisEngine {
  const id = options.id ?? 'fake';
  const voices = options.voices ?? [fakeVoice({ engine: id })];
  const script = options.script ?? {};
  const capabilities = {
    streaming: script.chunkSamples !== undefined,
    maxUnitChars: 300,
    concurrency: 4,
    ...options.capabilities,
  };
  const shutdown = new AbortController();
  const calls: RunningCall<SynthesisUnit>[] = [];
  let warmCalls = 0;

  async function* synthesize(unit: SynthesisUnit, { signal }: EngineCallOptions = {}) {
    const call = beginCall(calls, unit);
    try {
      refuseTooLong(unit.text, capabilities.maxUnitChars);
      let chunkIndex = 0;
      for (const makeChunk of hum(unit, voices, script)) {
        await interruptible(script.gate?.(call.index, chunkIndex), signal, shutdown.signal);
        failIfScripted(script, call.index, chunkIndex);
        chunkIndex += 1;
        yield makeChunk();
      }
      await interruptible(undefined, signal, shutdown.signal);
      call.state = 'done';
    } catch (error) {
      call.state = stateAfter(error);
      throw error;
    } finally {
      if (call.state === 'running') call.state = 'left';
    }
  }

  return {
    id,
    voices,
    capabilities,
    calls,
    get warmCalls() {
      return warmCalls;
    },
    get isClosed() {
      return shutdown.signal.aborted;
    },
    warm: async () => {
      warmCalls += 1;
    },
    synthesize,
    close: async () => shutdown.abort(),
  };
}

/** @returns a function for each chunk, which computes it */
function* hum(
  unit: SynthesisUnit,
  voices: readonly Voice[],
  script: SynthesisScript,
): Generator<() => Float32Array, void, undefined> {
  const voiceIndex = voices.findIndex((voice) => voice.code === unit.voiceCode);
  const voice = voices[voiceIndex];
  if (!voice)
    throw new SpeechError('VOICE_NOT_FOUND', 'The engine has no such voice.', { voiceCode: unit.voiceCode });
  if (!/[\p{L}\p{N}]/u.test(unit.text)) return;
  const { nativeRateHz: sampleRateHz } = voice;
  const seconds = ([...unit.text].length * (script.secondsPerChar ?? DEFAULT_SECONDS_PER_CHAR)) / unit.speed;
  const emphasis = voice.supportsEmphasis ? (unit.emphasisIntensity ?? 0) : 0;
  const frequencyHz =
    (LOWEST_TONE_HZ + voiceIndex * TONE_STEP_HZ) *
    (1 + emphasis / EMPHASIS_SPAN) *
    (1 + pitchOf(saidOf(unit)) / TEXT_SPAN);
  const wholeSamples = Math.round(seconds * sampleRateHz);
  const { chunkSamples = wholeSamples } = script;
  for (let fromSamples = 0; fromSamples < wholeSamples; fromSamples += chunkSamples) {
    const lengthSamples = Math.min(chunkSamples, wholeSamples - fromSamples);
    yield () => {
      const chunk = tone({ frequencyHz, sampleRateHz, lengthSamples, fromSamples });
      return faded(chunk, { fromSamples, wholeSamples, fadeSamples: FADE_SECONDS * sampleRateHz });
    };
  }
}

/** The text, with words replaced by the given pronunciations. */
function saidOf({ text, pronunciations = [] }: SynthesisUnit): string {
  return pronunciations.reduceRight(
    (said, { start, end, ipa }) => said.slice(0, start) + plainIpa(ipa) + said.slice(end),
    text,
  );
}

/** @returns the index of a pitch, from 0, which depends on all letters and their order */
function pitchOf(text: string): number {
  let pitch = 0;
  for (const letter of text) pitch = (pitch * 31 + (letter.codePointAt(0) ?? 0)) % TEXT_PITCHES;
  return pitch;
}

/** Fades both ends of the whole, like speech; a short sound is faded for its first and last quarter. */
function faded(
  chunk: Float32Array,
  {
    fromSamples,
    wholeSamples,
    fadeSamples,
  }: { readonly fromSamples: number; readonly wholeSamples: number; readonly fadeSamples: number },
): Float32Array {
  const fade = Math.floor(Math.min(fadeSamples, wholeSamples / 4));
  return chunk.map((sample, index) => {
    const at = fromSamples + index;
    const fromEdge = Math.min(at, wholeSamples - 1 - at);
    return fromEdge < fade ? sample * (0.5 - 0.5 * Math.cos((Math.PI * fromEdge) / fade)) : sample;
  });
}

function failIfScripted(
  { failures, failBeforeChunk = 0 }: SynthesisScript,
  unit: number,
  chunk: number,
): void {
  const code = failures?.[unit];
  if (code !== undefined && chunk >= failBeforeChunk) {
    throw new SpeechError(code, `The script lets unit ${unit} fail with ${code}.`, { unit });
  }
}

function refuseTooLong(text: string, maxUnitChars: number): void {
  const textChars = [...text].length;
  if (textChars <= maxUnitChars) return;
  throw new SpeechError(
    'TEXT_TOO_LONG',
    `The unit has ${textChars} characters; the limit is ${maxUnitChars}.`,
    {
      textChars,
      maxUnitChars,
    },
  );
}
