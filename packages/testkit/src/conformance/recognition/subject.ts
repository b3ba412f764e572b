import type { EngineCallOptions, Recognition, RecognitionEngine } from '@parlance/core/engine';
import { tone } from '../../signals/tone.ts';
import type { EngineSubject } from '../evaluate-case.ts';

export interface KnownSpeech {
  /** Mono in [-1, 1] at the engine's rate, 1 s at least and at most half of its longest segment. Not changed. */
  readonly samples: Float32Array;
  /** What is said in it. Absent: what the engine makes of it is not evaluated. */
  readonly text?: string | undefined;
  /** When each word of the text begins, in seconds from the first sample. Absent: the times of tokens are held to nothing known. */
  readonly wordStartsSeconds?: readonly number[] | undefined;
  /** Errors a word that the engine may make of it. Default 0.2. */
  readonly maxWordErrorRate?: number | undefined;
}

/** What the cases need to know of an engine that its port does not say. */
export interface RecognitionTraits {
  /** Default: two seconds of a tone, of which nothing is expected but that it is taken. */
  readonly speech: KnownSpeech;
  /** Kills the engine's worker as a native crash would; see `killChildProcesses`. Absent: crashes are not tried. */
  readonly crashWorker?: EngineSubject<RecognitionEngine>['crashWorker'];
}

export interface RecognitionSubject extends RecognitionTraits, EngineSubject<RecognitionEngine> {}

export const DEFAULT_WORD_ERROR_RATE = 0.2;

export const DEFAULT_RECOGNITION_TRAITS: RecognitionTraits = {
  speech: { samples: tone({ frequencyHz: 220, sampleRateHz: 16_000, lengthSamples: 32_000 }) },
};

/** Recognizes the subject's speech. The engine gets a buffer of its own to keep. */
export function recognizeSpeechOf(
  { engine, speech }: RecognitionSubject,
  options?: EngineCallOptions,
): Promise<Recognition> {
  return engine.recognize(speech.samples.slice(), options);
}

/** The first part of the speech: another segment, of another length. */
export function shorter({ speech }: RecognitionSubject): Float32Array {
  return speech.samples.slice(0, Math.ceil(speech.samples.length / 2));
}

/** The speech as often as it fits into `lengthSamples`, and silence behind it. */
export function filled({ speech }: RecognitionSubject, lengthSamples: number): Float32Array {
  const samples = new Float32Array(lengthSamples);
  const { length } = speech.samples;
  for (let at = 0; at + length <= lengthSamples; at += length) samples.set(speech.samples, at);
  return samples;
}

/** @returns what differs between two recognitions of the same audio */
export function isSame(one: Recognition, other: Recognition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
