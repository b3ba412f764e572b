import type { EngineCallOptions, VoiceActivityDetector, VoiceActivityStream } from '@parlance/core/engine';
import { tone } from '../../signals/tone.ts';
import type { EngineSubject } from '../evaluate-case.ts';
import { type Problems, problemIf } from '../verdict.ts';

/** What the cases need to know about a detector besides its port. */
export interface VoiceActivityTraits {
  /**
   * At least a second of speech, as mono samples in [-1, 1] at the detector's rate. Not changed. Default: two seconds of a tone, which a
   * detector that uses only loudness takes for speech.
   */
  readonly speech: Float32Array;
  /** Minimum fraction of the frames of `speech` that must be detected. Default 0.5, since a sentence has pauses. */
  readonly minVoicedFraction: number;
  /** Kills the detector's worker, like a native crash; see `killChildProcesses`. Absent: crashes are not tested. */
  readonly crashWorker?: EngineSubject<VoiceActivityDetector>['crashWorker'];
}

export interface VoiceActivitySubject extends VoiceActivityTraits, EngineSubject<VoiceActivityDetector> {}

export const DEFAULT_VOICE_ACTIVITY_TRAITS: VoiceActivityTraits = {
  speech: tone({ frequencyHz: 220, sampleRateHz: 16_000, lengthSamples: 32_000 }),
  minVoicedFraction: 0.5,
};

/** A frame with at least this probability counts as speech. */
const VOICED = 0.5;

export const isVoiced = (frame: number | undefined): boolean => frame !== undefined && frame >= VOICED;

/** @returns the length of the whole frames in so many samples */
export function inWholeFrames({ frameSamples }: VoiceActivityDetector, lengthSamples: number): number {
  return Math.floor(lengthSamples / frameSamples) * frameSamples;
}

/** Half a second of silence, the speech, and a second of silence, in whole frames. */
export function sceneOf({ engine, speech }: VoiceActivitySubject): Float32Array {
  const { sampleRateHz, frameSamples } = engine;
  const leadSamples = Math.ceil(sampleRateHz / 2 / frameSamples) * frameSamples;
  const tailSamples = leadSamples * 2;
  const speechSamples = Math.floor(speech.length / frameSamples) * frameSamples;
  const scene = new Float32Array(leadSamples + speechSamples + tailSamples);
  scene.set(speech.subarray(0, speechSamples), leadSamples);
  return scene;
}

/** The first half of the speech, in whole frames: in the middle of speech a detector has the most state. */
export function halfOfSpeech({ engine, speech }: VoiceActivitySubject): Float32Array {
  return speech.slice(0, inWholeFrames(engine, speech.length / 2));
}

/** The speech in whole frames, without silence around. */
export function wholeFrames({ engine, speech }: VoiceActivitySubject): Float32Array {
  return speech.slice(0, inWholeFrames(engine, speech.length));
}

/** Checks that enough of the speech was detected. */
export function fractionProblems(
  what: string,
  { engine, speech, minVoicedFraction }: VoiceActivitySubject,
  frames: readonly number[],
): Problems {
  const fraction = frames.filter(isVoiced).length / Math.floor(speech.length / engine.frameSamples);
  return problemIf(
    !(fraction >= minVoicedFraction),
    `${what} was detected in ${fraction.toFixed(2)} of its frames; expected ${minVoicedFraction}.`,
  );
}

/** Checks that the detector works, on a new stream. */
export async function usable(subject: VoiceActivitySubject, engine = subject.engine): Promise<Problems> {
  return fractionProblems('On a new stream, speech', subject, await detectAlone(engine, sceneOf(subject)));
}

/** Cuts audio into pieces, as views of it: so does the service with what it receives. */
export function* pieces(samples: Float32Array, pieceSamples: number): Generator<Float32Array> {
  for (let start = 0; start < samples.length; start += pieceSamples)
    yield samples.subarray(start, start + pieceSamples);
}

export async function detectInPieces(
  stream: VoiceActivityStream,
  samples: Float32Array,
  pieceSamples: number,
): Promise<readonly number[]> {
  const frames: number[] = [];
  for (const piece of pieces(samples, pieceSamples)) frames.push(...(await stream.detect(piece)));
  return frames;
}

/** Detects speech on a separate stream. */
export async function detectAlone(
  engine: VoiceActivityDetector,
  samples: Float32Array,
  options?: EngineCallOptions,
): Promise<readonly number[]> {
  const stream = await engine.open(options);
  try {
    return [...(await stream.detect(samples.slice()))];
  } finally {
    await stream.close();
  }
}

/** @returns the number of positions at which two lists differ */
export function differences(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, index) => index).filter((index) => one[index] !== other[index]).length;
}
