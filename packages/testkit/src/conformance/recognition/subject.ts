import type { EngineCallOptions, Recognition, RecognitionEngine } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';
import { tone } from '../../signals/tone.ts';
import type { EngineSubject } from '../evaluate-case.ts';

export interface KnownSpeech {
  /** Mono samples in [-1, 1] at the engine's rate, from 1 s to half of its longest segment. Not changed. */
  readonly samples: Float32Array;
  /** Transcript of the speech. Absent: the recognized text is not checked. */
  readonly text?: string | undefined;
  /** When each word of the text begins, in seconds from the first sample. Absent: the times of tokens are not compared with words. */
  readonly wordStartsSeconds?: readonly number[] | undefined;
  /** Maximum word error rate. Default 0.2. */
  readonly maxWordErrorRate?: number | undefined;
}

/** What the cases need to know about an engine besides its port. */
export interface RecognitionTraits {
  /** Default: two seconds of a tone, which the engine only has to accept. */
  readonly speech: KnownSpeech;
  /** Kills the engine's worker, like a native crash; see `killChildProcesses`. Absent: crashes are not tested. */
  readonly crashWorker?: EngineSubject<RecognitionEngine>['crashWorker'];
}

export interface RecognitionSubject extends RecognitionTraits, EngineSubject<RecognitionEngine> {}

export const DEFAULT_WORD_ERROR_RATE = 0.2;

export const DEFAULT_RECOGNITION_TRAITS: RecognitionTraits = {
  speech: { samples: tone({ frequencyHz: 220, sampleRateHz: 16_000, lengthSamples: 32_000 }) },
};

/** Recognizes the subject's speech, in a separate buffer that the engine may keep. */
export function recognizeSpeechOf(
  { engine, speech }: RecognitionSubject,
  options?: EngineCallOptions,
): Promise<Recognition> {
  return engine.recognize(speech.samples.slice(), options);
}

/** The first part of the speech, as another segment of a different length. */
export function shorter({ speech }: RecognitionSubject): Float32Array {
  return speech.samples.slice(0, Math.ceil(speech.samples.length / 2));
}

/** The speech repeated as often as it fits into `lengthSamples`, followed by silence. */
export function filled({ speech }: RecognitionSubject, lengthSamples: number): Float32Array {
  const samples = new Float32Array(lengthSamples);
  const { length } = speech.samples;
  for (let at = 0; at + length <= lengthSamples; at += length) samples.set(speech.samples, at);
  return samples;
}

/** The samples, a pause, and the samples again. */
export function saidTwice(samples: Float32Array, pauseSamples: number): Float32Array {
  return joinSamples([samples, new Float32Array(pauseSamples), samples]);
}

/** @returns whether two recognitions are equal */
export function isSame(one: Recognition, other: Recognition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
