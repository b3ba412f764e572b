import type { AlignedWord, TextAligner } from '@parlance/core/engine';
import { tone } from '../../signals/tone.ts';
import type { EngineSubject } from '../evaluate-case.ts';

/** Speech with known word timings. */
export interface AlignedSpeech {
  /** Mono samples in [-1, 1]; not changed. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  /** Words, separated by single spaces. */
  readonly text: string;
  /** When each word is said. */
  readonly times: readonly AlignedWord[];
  /** BCP 47. */
  readonly languageCode: string;
}

/** What the cases need to know about an aligner besides its port. */
export interface TextAlignerTraits {
  /** At least four words. Default: four tones, which an aligner that uses only silences takes for words. */
  readonly speech: AlignedSpeech;
  /** How far a time may be off, in seconds. Default 0.1. */
  readonly toleranceSeconds: number;
  /** Kills the aligner's worker, like a native crash; see `killChildProcesses`. Absent: crashes are not tested. */
  readonly crashWorker?: EngineSubject<TextAligner>['crashWorker'];
}

export interface TextAlignerSubject extends TextAlignerTraits, EngineSubject<TextAligner> {}

const RATE_HZ = 16_000;
const TONES = 4;

export const DEFAULT_TEXT_ALIGNER_TRAITS: TextAlignerTraits = { speech: toneSpeech(), toleranceSeconds: 0.1 };

/** Tones of increasing length, separated by increasing silences. */
function toneSpeech(): AlignedSpeech {
  const times: AlignedWord[] = [];
  const samples = new Float32Array(RATE_HZ * 3);
  let startSeconds = 0.2;
  for (let count = 1; count <= TONES; count += 1) {
    const lengthSeconds = 0.1 * count;
    const sound = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: lengthSeconds * RATE_HZ });
    samples.set(sound, startSeconds * RATE_HZ);
    times.push({ startSeconds, endSeconds: startSeconds + lengthSeconds });
    startSeconds += lengthSeconds + 0.1 * count;
  }
  return { samples, sampleRateHz: RATE_HZ, text: 'one two three four', times, languageCode: 'en' };
}
