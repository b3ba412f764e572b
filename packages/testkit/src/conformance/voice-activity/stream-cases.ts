import { type Closable, closeAnother } from '../evaluate-case.ts';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  type EarlierCall,
  type Problems,
  problemIf,
  problemsAfterEach,
  unlessRefused,
} from '../verdict.ts';
import {
  detectAlone,
  detectInPieces,
  differences,
  halfOfSpeech,
  isVoiced,
  pieces,
  sceneOf,
  type VoiceActivitySubject,
  wholeFrames,
} from './subject.ts';

/** Sizes of the pieces into which audio is cut. */
const PIECES_FRAMES = [1, 7];
/** Parallel streams: more than any detector has threads, and as many as a small service has callers. */
const STREAMS = 32;
/** Utterances of one stream after which it has to be as new. */
const UTTERANCES = 5;
/** Resets of one stream, as in a long conversation. */
const RESETS = 300;
/** Frames after each of which a detector is warmed, unloaded or used by others. */
const KEPT_FRAMES = 3;
/** Frames of others between two pieces of a stream whose speaker is silent. */
const OTHER_FRAMES = 20;

/** Rules about the state of a stream. */
export const voiceActivityStreamCases: readonly ConformanceCase<VoiceActivitySubject>[] = [
  { name: 'stream/same-again', run: againProblems },
  {
    name: 'stream/any-pieces',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const whole = await detectAlone(engine, scene);
      // One more size, so that the first piece ends with the first frame of speech.
      const first = Math.max(0, whole.findIndex(isVoiced)) + 1;
      const problems: string[] = [];
      for (const frames of [...PIECES_FRAMES, first]) {
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
  { name: 'stream/reset-forgets', run: resetProblems },
  { name: 'stream/reset-in-order', run: resetOrderProblems },
  { name: 'stream/kept', run: keptProblems },
  {
    name: 'stream/reset-of-another',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const alone = await detectAlone(engine, scene);
      const earlier = await engine.open();
      const one = await engine.open();
      await earlier.close();
      // It must not take the place of the one that is open.
      const other = await engine.open();
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
        streams.map((stream, index) =>
          detectInPieces(stream, scene, engine.frameSamples * (5 + (index % 8))),
        ),
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

/** Detects the scene on new streams, again and after whatever may leave something behind. */
async function againProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const scene = sceneOf(subject);
  const earlier: readonly EarlierCall[] = [
    ['On a new stream', async () => undefined],
    ['After a stream that ended in the middle of speech', () => detectAlone(engine, halfOfSpeech(subject))],
    ['After an incomplete frame', () => detectAlone(engine, new Float32Array(engine.frameSamples + 1))],
    ['After an abort', () => detectAborted(subject)],
    ['After an abort during a call', () => detectAborted(subject, true)],
    [
      'After the close of another detector',
      () => closeAnother(subject, (other) => detectAlone(other, halfOfSpeech(subject))),
    ],
    ['After warming', () => engine.warm()],
  ];
  const once = await detectAlone(engine, scene);
  return problemsAfterEach(earlier, 'the same audio', async (when) => {
    const count = differences(once, await detectAlone(engine, scene));
    return problemIf(count > 0, `${when} ${count} frames of the same audio have other probabilities.`);
  });
}

/** Aborts a stream in the middle of speech, after a call or during one. */
async function detectAborted(subject: VoiceActivitySubject, isDuring = false): Promise<void> {
  const controller = new AbortController();
  const stream = await subject.engine.open({ signal: controller.signal });
  const detecting = stream.detect(halfOfSpeech(subject)).catch(() => undefined);
  if (!isDuring) await detecting;
  controller.abort();
  await detecting;
  await stream.close();
}

/** Resets a stream before it was used, after utterances, and as often as in a long conversation. */
async function resetProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const scene = sceneOf(subject);
  const speech = wholeFrames(subject);
  const [spoken, alone] = [await detectAlone(engine, speech), await detectAlone(engine, scene)];
  const stream = await engine.open();
  const reset = (): Promise<void> => inTime('reset()', stream.reset());
  await reset();
  await reset();
  const problems: string[] = [];
  for (let utterance = 0; utterance < UTTERANCES; utterance++) {
    // Somebody may speak at once, or after a silence.
    const isSilent = utterance % 2 === 1;
    const frames = await detectInPieces(stream, isSilent ? scene : speech, engine.frameSamples * 10);
    const count = differences(isSilent ? alone : spoken, frames);
    problems.push(
      ...problemIf(
        count > 0,
        `After the reset before utterance ${utterance + 1}, ${count} frames have other probabilities than on a new stream.`,
      ),
    );
    await stream.detect(halfOfSpeech(subject));
    await reset();
  }
  for (let resets = 0; resets < RESETS; resets++) {
    await stream.detect(speech.subarray(0, engine.frameSamples));
    await reset();
  }
  const after = [...(await stream.detect(scene.slice()))];
  await stream.close();
  const count = differences(alone, after);
  return [
    ...problems,
    ...problemIf(
      count > 0,
      `After ${RESETS} resets ${count} frames have other probabilities than on a new stream.`,
    ),
  ];
}

/** A reset takes effect between the calls before it and those after it, also when nobody waits for them. */
async function resetOrderProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const scene = sceneOf(subject);
  const half = halfOfSpeech(subject);
  const due = [...(await detectAlone(engine, half)), ...(await detectAlone(engine, scene))];
  const stream = await engine.open();
  const [before, , after] = await Promise.all([stream.detect(half), stream.reset(), stream.detect(scene)]);
  await stream.close();
  const count = differences(due, [...before, ...after]);
  return problemIf(
    count > 0,
    `Around a reset that nobody waits for, ${count} frames have other probabilities: it has to take effect in the order of the calls.`,
  );
}

/** A stream keeps its state while the detector is warmed and unloaded, and while others are used. */
async function keptProblems(subject: VoiceActivitySubject): Promise<Problems> {
  const { engine } = subject;
  const scene = sceneOf(subject);
  const alone = await detectAlone(engine, scene);
  const closable: Closable = engine;
  const meanwhile = [
    ['warmed', () => engine.warm()],
    ['unloaded', async () => closable.unload?.()],
    ['used by others', () => useOther(subject)],
  ] as const;
  const problems: string[] = [];
  for (const [what, act] of meanwhile) {
    const stream = await engine.open();
    const frames: number[] = [];
    const found = await unlessRefused(
      `An open stream fails when the detector is ${what} meanwhile`,
      async () => {
        for (const piece of pieces(scene, engine.frameSamples * KEPT_FRAMES)) {
          frames.push(...(await stream.detect(piece)));
          await act();
        }
        const count = differences(alone, frames);
        return problemIf(
          count > 0,
          `While the detector was ${what}, ${count} frames of an open stream have other probabilities.`,
        );
      },
    );
    await stream.close();
    problems.push(...found);
  }
  return problems;
}

/** Detects frames one by one on another stream. */
async function useOther({ engine, speech }: VoiceActivitySubject): Promise<void> {
  const stream = await engine.open();
  await detectInPieces(stream, speech.subarray(0, engine.frameSamples * OTHER_FRAMES), engine.frameSamples);
  await stream.close();
}
