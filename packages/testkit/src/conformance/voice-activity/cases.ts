import type { VoiceActivityDetector } from '@parlance/core/engine';
import { evaluateCase } from '../evaluate-case.ts';
import { heldProblems } from '../held-buffers.ts';
import { type ConformanceCase, problemIf, type Verdict } from '../verdict.ts';
import { workerCases } from '../worker-cases.ts';
import { voiceActivityCloseCases } from './close-cases.ts';
import { frameCases } from './frame-cases.ts';
import { voiceActivityStreamCases } from './stream-cases.ts';
import {
  DEFAULT_VOICE_ACTIVITY_TRAITS,
  detectAlone,
  differences,
  sceneOf,
  usable,
  type VoiceActivitySubject,
  type VoiceActivityTraits,
} from './subject.ts';

export { DEFAULT_VOICE_ACTIVITY_TRAITS, type VoiceActivityTraits };

/** Streams of a detector in the course of its life. */
const STREAMS = 300;

/** Every rule of the voice activity port. */
export const VOICE_ACTIVITY_CASES: readonly ConformanceCase<VoiceActivitySubject>[] = [
  ...frameCases,
  ...voiceActivityStreamCases,
  ...voiceActivityCloseCases,
  {
    name: 'memory/streams-released',
    run: async (subject) => {
      const scene = sceneOf(subject);
      const due = await detectAlone(subject.engine, scene);
      const held = await heldProblems(async () => {
        await detectAlone(subject.engine, scene);
        return scene.byteLength;
      });
      // A service opens one for each request.
      const frame = scene.slice(0, subject.engine.frameSamples);
      for (let streams = 0; streams < STREAMS; streams++) await detectAlone(subject.engine, frame);
      const count = differences(due, await detectAlone(subject.engine, scene));
      return [
        ...held,
        ...problemIf(count > 0, `After ${STREAMS} more streams ${count} frames have other probabilities.`),
      ];
    },
  },
  {
    name: 'memory/audio-of-a-stream-released',
    run: async (subject) => {
      const scene = sceneOf(subject);
      const stream = await subject.engine.open();
      const held = await heldProblems(async () => {
        await stream.detect(scene.slice());
        return scene.byteLength;
      });
      await stream.close();
      return held;
    },
  },
  ...workerCases<VoiceActivityDetector, VoiceActivitySubject>(usable),
];

/**
 * Runs one case on a new detector and closes it afterwards.
 *
 * @returns the problems, including an error that the case throws; an error of `create` is thrown
 */
export function evaluateVoiceActivity(
  one: ConformanceCase<VoiceActivitySubject>,
  create: () => Promise<VoiceActivityDetector> | VoiceActivityDetector,
  traits: Partial<VoiceActivityTraits> = {},
): Promise<Verdict> {
  return evaluateCase(one, create, { ...DEFAULT_VOICE_ACTIVITY_TRAITS, ...traits });
}
