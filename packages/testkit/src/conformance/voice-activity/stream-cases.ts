import type { VoiceActivityStream } from '@parlance/core/engine';
import {
  type ConformanceCase,
  type EarlierCall,
  type Problems,
  problemIf,
  problemsAfterEach,
} from '../verdict.ts';
import { detectAlone, differences, halfOfSpeech, sceneOf, type VoiceActivitySubject } from './subject.ts';

/** Sizes of the pieces into which audio is cut. */
const PIECES_FRAMES = [1, 7];
/** Parallel streams, more than any detector has threads. */
const STREAMS = 8;
/** Resets of one stream. */
const RESETS = 10;

/** Rules about the state of a stream. */
export const voiceActivityStreamCases: readonly ConformanceCase<VoiceActivitySubject>[] = [
  { name: 'stream/same-again', run: againProblems },
  {
    name: 'stream/any-pieces',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const whole = await detectAlone(engine, scene);
      const problems: string[] = [];
      for (const frames of PIECES_FRAMES) {
        const stream = await engine.open();
        const parts = await detectInPieces(stream, scene, engine.frameSamples * frames);
        await stream.close();
        const count = differences(whole, parts);
        problems.push(
          ...problemIf(count > 0, `Cut into pieces of ${frames} frames, ${count} have other probabilities.`),
        );
      }
      return problems;
    },
  },
  {
    name: 'stream/calls-in-order',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const stream = await engine.open();
      // Without waiting for the answers.
      const calls = [...pieces(scene, engine.frameSamples * 10)].map((piece) => stream.detect(piece));
      const frames = (await Promise.all(calls)).flatMap((found) => [...found]);
      await stream.close();
      const count = differences(alone, frames);
      return problemIf(
        count > 0,
        `In calls that do not wait for each other, ${count} frames have other probabilities.`,
      );
    },
  },
  {
    name: 'stream/reset-forgets',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const stream = await engine.open();
      // As after each utterance of a long conversation.
      for (let reset = 0; reset < RESETS; reset++) {
        await stream.detect(halfOfSpeech(subject));
        await stream.reset();
      }
      const after = [...(await stream.detect(scene.slice()))];
      await stream.close();
      const count = differences(alone, after);
      return problemIf(
        count > 0,
        `After ${RESETS} resets ${count} frames have other probabilities than on a new stream.`,
      );
    },
  },
  {
    name: 'stream/reset-of-another',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const [one, other] = [await engine.open(), await engine.open()];
      const loud = new Float32Array(engine.frameSamples * 10).fill(0.3);
      const mixed: number[] = [];
      for (const piece of pieces(scene, engine.frameSamples * 10)) {
        mixed.push(...(await one.detect(piece)));
        await other.detect(loud.slice());
        await other.reset();
        // A third stream is opened and closed.
        await detectAlone(engine, loud);
      }
      await Promise.all([one.close(), other.close()]);
      const count = differences(alone, mixed);
      return problemIf(count > 0, `In parallel with other streams ${count} frames have other probabilities.`);
    },
  },
  {
    name: 'stream/many-at-once',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const streams = await Promise.all(Array.from({ length: STREAMS }, () => engine.open()));
      const together = await Promise.all(
        streams.map((stream, index) => detectInPieces(stream, scene, engine.frameSamples * (5 + index))),
      );
      await Promise.all(streams.map((stream) => stream.close()));
      return together.flatMap((frames, index) =>
        problemIf(
          differences(alone, frames) > 0,
          `Stream ${index} of ${STREAMS} in parallel: ${differences(alone, frames)} frames have other probabilities.`,
        ),
      );
    },
  },
  {
    name: 'stream/buffers-are-the-consumers',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const stream = await engine.open();
      const kept: number[] = [];
      const results: Float32Array[] = [];
      for (const piece of pieces(scene, engine.frameSamples * 10)) {
        const frames = await stream.detect(piece);
        kept.push(...frames);
        results.push(frames);
      }
      await stream.close();
      const later = results.flatMap((frames) => [...frames]);
      const count = Math.max(differences(alone, kept), differences(kept, later));
      return problemIf(count > 0, `${count} probabilities changed after they were returned.`);
    },
  },
  {
    name: 'stream/samples-are-the-callers',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const stream = await engine.open();
      // A view in the middle of a larger buffer, as of a caller who reads into one.
      const room = new Float32Array(scene.length * 2).fill(0.5);
      const view = room.subarray(engine.frameSamples, engine.frameSamples + scene.length);
      view.set(scene);
      const count = differences(alone, [...(await stream.detect(view))]);
      await stream.close();
      // A caller who reads each piece into the same buffer: a stream has to copy what it needs for the next one.
      const reused = await engine.open();
      const buffer = new Float32Array(engine.frameSamples * 10);
      const again: number[] = [];
      for (const piece of pieces(scene, buffer.length)) {
        buffer.set(piece);
        again.push(...(await reused.detect(buffer.subarray(0, piece.length))));
        buffer.fill(0.5);
      }
      await reused.close();
      const changed = differences(alone, again);
      const isKept = view.length === scene.length && view.every((sample, at) => sample === scene[at]);
      return [
        ...problemIf(count > 0, `As a view of a larger buffer, ${count} frames have other probabilities.`),
        ...problemIf(
          changed > 0,
          `When the caller uses one buffer for all pieces, ${changed} frames have other probabilities.`,
        ),
        ...problemIf(!isKept, 'The samples were transferred or changed, but the caller still needs them.'),
      ];
    },
  },
];

function* pieces(samples: Float32Array, pieceSamples: number): Generator<Float32Array> {
  for (let start = 0; start < samples.length; start += pieceSamples)
    yield samples.slice(start, start + pieceSamples);
}

async function detectInPieces(
  stream: VoiceActivityStream,
  samples: Float32Array,
  pieceSamples: number,
): Promise<readonly number[]> {
  const frames: number[] = [];
  for (const piece of pieces(samples, pieceSamples)) frames.push(...(await stream.detect(piece)));
  return frames;
}

/** Detects the scene on new streams, again and after whatever may leave something behind. */
async function againProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const scene = sceneOf(subject);
  const earlier: readonly EarlierCall[] = [
    ['On a new stream', async () => undefined],
    ['After a stream that ended in the middle of speech', () => detectAlone(engine, halfOfSpeech(subject))],
    ['After an incomplete frame', () => detectAlone(engine, new Float32Array(engine.frameSamples + 1))],
    ['After an abort', () => detectAborted(subject)],
    ['After warming', () => engine.warm()],
  ];
  const once = await detectAlone(engine, scene);
  return problemsAfterEach(earlier, 'the same audio', async (when) => {
    const count = differences(once, await detectAlone(engine, scene));
    return problemIf(count > 0, `${when} ${count} frames of the same audio have other probabilities.`);
  });
}

/** Aborts a stream in the middle of speech. */
async function detectAborted(subject: VoiceActivitySubject): Promise<void> {
  const controller = new AbortController();
  const stream = await subject.engine.open({ signal: controller.signal });
  await stream.detect(halfOfSpeech(subject));
  controller.abort();
  await stream.close();
}
