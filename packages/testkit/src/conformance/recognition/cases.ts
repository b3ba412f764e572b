import type { RecognitionEngine } from '@parlance/core/engine';
import { evaluateCase } from '../evaluate-case.ts';
import { heldProblems } from '../held-buffers.ts';
import { type ConformanceCase, problemIf, type Verdict } from '../verdict.ts';
import { workerCases } from '../worker-cases.ts';
import { recognitionAbortCases } from './abort-cases.ts';
import { callCases } from './call-cases.ts';
import { edgeCases } from './edge-cases.ts';
import { changeProblems, recognitionRepeatCases } from './repeat-cases.ts';
import { segmentCases } from './segment-cases.ts';
import { streamCases } from './stream-cases.ts';
import { streamLifeCases } from './stream-life-cases.ts';
import { streamSpeechCases } from './stream-speech-cases.ts';
import {
  DEFAULT_RECOGNITION_TRAITS,
  type KnownSpeech,
  type RecognitionSubject,
  type RecognitionTraits,
  recognizeSpeechOf,
} from './subject.ts';
import { textCases } from './text-cases.ts';
import { tokenCases } from './token-cases.ts';

export { DEFAULT_RECOGNITION_TRAITS, type KnownSpeech, type RecognitionTraits };

/** Every rule of the recognition port. */
export const RECOGNITION_CASES: readonly ConformanceCase<RecognitionSubject>[] = [
  ...segmentCases,
  ...edgeCases,
  ...recognitionRepeatCases,
  ...textCases,
  ...tokenCases,
  ...streamSpeechCases,
  ...streamCases,
  ...streamLifeCases,
  ...recognitionAbortCases,
  ...callCases,
  {
    name: 'memory/segments-released',
    run: async (subject) => {
      const due = structuredClone(await recognizeSpeechOf(subject));
      const held = await heldProblems(async () => {
        await recognizeSpeechOf(subject);
        return subject.speech.samples.byteLength;
      });
      return [
        ...held,
        ...changeProblems('After many segments a segment', due, await recognizeSpeechOf(subject)),
      ];
    },
  },
  ...workerCases<RecognitionEngine, RecognitionSubject>(async (subject, engine) => {
    const { text } = await recognizeSpeechOf({ ...subject, engine });
    return problemIf(subject.speech.text !== undefined && text === '', 'The speech has no text.');
  }),
];

/**
 * Runs one case on a new engine and closes it afterwards.
 *
 * @returns the problems, including an error that the case throws; an error of `create` is thrown
 */
export function evaluateRecognition(
  one: ConformanceCase<RecognitionSubject>,
  create: () => Promise<RecognitionEngine> | RecognitionEngine,
  traits: Partial<RecognitionTraits> = {},
): Promise<Verdict> {
  return evaluateCase(one, create, { ...DEFAULT_RECOGNITION_TRAITS, ...traits });
}
