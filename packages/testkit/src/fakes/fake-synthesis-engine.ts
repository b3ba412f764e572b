import type {
  EngineCallOptions,
  SynthesisCapabilities,
  SynthesisEngine,
  SynthesisUnit,
  Voice,
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
 * the port's contract (abort, close, errors), waits only where the script does, and computes at once.
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
      const chunks = split(hum(unit, voices, script), script.chunkSamples);
      for (const [chunkIndex, chunk] of chunks.entries()) {
        await interruptible(script.gate?.(call.index, chunkIndex), signal, shutdown.signal);
        failIfScripted(script, call.index, chunkIndex);
        yield chunk;
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

function hum(unit: SynthesisUnit, voices: readonly Voice[], script: SynthesisScript): Float32Array {
  const voiceIndex = voices.findIndex((voice) => voice.code === unit.voiceCode);
  const voice = voices[voiceIndex];
  if (!voice)
    throw new SpeechError('VOICE_NOT_FOUND', 'The engine has no such voice.', { voiceCode: unit.voiceCode });
  if (!/[\p{L}\p{N}]/u.test(unit.text)) return new Float32Array();
  const seconds = ([...unit.text].length * (script.secondsPerChar ?? DEFAULT_SECONDS_PER_CHAR)) / unit.speed;
  const emphasis = voice.supportsEmphasis ? (unit.emphasisIntensity ?? 0) : 0;
  const samples = tone({
    frequencyHz:
      (LOWEST_TONE_HZ + voiceIndex * TONE_STEP_HZ) *
      (1 + emphasis / EMPHASIS_SPAN) *
      (1 + pitchOf(saidOf(unit)) / TEXT_SPAN),
    sampleRateHz: voice.nativeRateHz,
    lengthSamples: Math.round(seconds * voice.nativeRateHz),
  });
  return faded(samples, FADE_SECONDS * voice.nativeRateHz);
}

/** The text, with words replaced by the given pronunciations. */
function saidOf({ text, pronunciations = [] }: SynthesisUnit): string {
  return pronunciations.reduceRight(
    (said, { start, end, ipa }) => said.slice(0, start) + ipa + said.slice(end),
    text,
  );
}

/** @returns the index of a pitch, from 0, which depends on all letters and their order */
function pitchOf(text: string): number {
  let pitch = 0;
  for (const letter of text) pitch = (pitch * 31 + (letter.codePointAt(0) ?? 0)) % TEXT_PITCHES;
  return pitch;
}

/** Fades both ends, like speech; a short sound is faded for its first and last quarter. */
function faded(samples: Float32Array, fadeSamples: number): Float32Array {
  const fade = Math.floor(Math.min(fadeSamples, samples.length / 4));
  for (let at = 0; at < fade; at++) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * at) / fade);
    for (const index of [at, samples.length - 1 - at]) samples[index] = (samples[index] ?? 0) * gain;
  }
  return samples;
}

function split(samples: Float32Array, chunkSamples: number = samples.length): Float32Array[] {
  const chunks: Float32Array[] = [];
  for (let start = 0; start < samples.length; start += chunkSamples) {
    chunks.push(samples.slice(start, start + chunkSamples));
  }
  return chunks;
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
