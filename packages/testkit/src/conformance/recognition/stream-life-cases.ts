import type { Recognition, RecognitionStream } from '@parlance/core/engine';
import { inTime } from '../in-time.ts';
import { LEFT_STREAMS } from '../many-calls.ts';
import {
  type ConformanceCase,
  type EarlierCall,
  endProblems,
  type Problems,
  problemIf,
  problemsAfterEach,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import { recognizeAborted } from './repeat-cases.ts';
import { hear, type OpenStream, PIECE_SECONDS, streamCase } from './streams.ts';
import { type RecognitionSubject, shorter } from './subject.ts';

/** Opens a stream and leaves it in a certain way. */
type Leave = (open: OpenStream, piece: () => Float32Array) => Promise<unknown>;

/** Ways to leave a stream, as they end "that were". */
const WAYS: readonly (readonly [how: string, leave: Leave])[] = [
  ['closed unused', async (open) => (await open()).close()],
  [
    'closed in the middle of an utterance',
    async (open, piece) => {
      const stream = await open();
      await stream.accept(piece());
      await stream.close();
    },
  ],
  [
    'closed during a piece',
    async (open, piece) => {
      const stream = await open();
      const work = stream.accept(piece()).catch(() => undefined);
      await stream.close();
      await work;
    },
  ],
  [
    'aborted and closed',
    async (open) => {
      const controller = new AbortController();
      const stream = await open({ signal: controller.signal });
      controller.abort();
      await stream.close();
    },
  ],
  [
    'aborted during a piece',
    async (open, piece) => {
      const controller = new AbortController();
      const stream = await open({ signal: controller.signal });
      const work = stream.accept(piece()).catch(() => undefined);
      controller.abort();
      await work;
      await stream.close();
    },
  ],
  [
    'aborted while they were opened',
    async (open) => {
      const controller = new AbortController();
      const opening = open({ signal: controller.signal });
      controller.abort();
      await opening.then(
        (stream) => stream.close(),
        () => undefined,
      );
    },
  ],
];

/** Rules that a stream neither suffers from what happens to its engine or to other streams, nor leaves anything behind. */
export const streamLifeCases: readonly ConformanceCase<RecognitionSubject>[] = [
  streamCase('stream/undisturbed', disturbedProblems),
  streamCase('stream/left-in-any-way', async ({ engine, speech }, open) => {
    const pieceSamples = Math.round(PIECE_SECONDS * engine.capabilities.sampleRateHz);
    const piece = (): Float32Array => speech.samples.slice(0, pieceSamples);
    const hearAll = async (what: string): Promise<Recognition> => {
      const stream = await inTime(what, open());
      const heard = await inTime(what, hear(stream, speech.samples, speech.samples.length));
      await stream.close();
      return heard;
    };
    const due = await hearAll('A stream');
    const problems: string[] = [];
    for (const [how, leave] of WAYS) {
      let left = 0;
      const found = await unlessRefused('One of them, or another after them, is refused', async () => {
        for (; left < LEFT_STREAMS; left++) await inTime('The next stream', leave(open, piece));
        const { text } = await hearAll('Another stream');
        return problemIf(
          text !== due.text,
          `another stream has the text ${JSON.stringify(text)}; expected ${JSON.stringify(due.text)}.`,
        );
      });
      problems.push(...problemsIn(`After ${left} streams that were ${how}`, found));
    }
    return problems;
  }),
  streamCase('stream/opened-while-loading', async ({ engine, speech }, open) => {
    // The first one asks for the model, the second one comes when it is asked for.
    const first = open();
    const warming = engine.warm();
    const opening = [first, open()];
    const texts: string[] = [];
    const refused = await unlessRefused('A stream that is opened while the engine loads fails', async () => {
      await warming;
      for (const stream of await Promise.all(opening)) {
        texts.push((await hear(stream, speech.samples, speech.samples.length)).text);
        await stream.close();
      }
      return [];
    });
    await Promise.allSettled([warming, ...opening]);
    const later = await open();
    const due = await hear(later, speech.samples, speech.samples.length);
    await later.close();
    return [
      ...refused,
      ...texts.flatMap((text) =>
        problemIf(
          text !== due.text,
          `A stream that was opened while the engine loaded has the text ${JSON.stringify(text)}; later one has ${JSON.stringify(due.text)}.`,
        ),
      ),
    ];
  }),
  streamCase('stream/worker-crashed', crashProblems),
];

/** The halves of the speech, each in a buffer of its own. */
function halvesOf(subject: RecognitionSubject): { first: () => Float32Array; second: () => Float32Array } {
  const { samples } = subject.speech;
  return { first: () => shorter(subject), second: () => samples.slice(Math.ceil(samples.length / 2)) };
}

async function hearHalves(stream: RecognitionStream, subject: RecognitionSubject): Promise<Recognition> {
  const { first, second } = halvesOf(subject);
  await stream.accept(first());
  await stream.accept(second());
  return stream.endUtterance();
}

/** Lets something happen in the middle of an utterance. */
async function disturbedProblems(subject: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const { engine } = subject;
  const { first, second } = halvesOf(subject);
  const stream = await open();
  const due = await hearHalves(stream, subject);
  const beside = async (use: (other: RecognitionStream) => Promise<unknown>): Promise<void> => {
    const other = await open();
    await use(other);
    await other.close();
  };
  const events: readonly EarlierCall[] = [
    ['unloading', async () => engine.unload?.()],
    ['warming', () => engine.warm()],
    ['an aborted segment', () => recognizeAborted(subject)],
    [
      'a segment that was too long',
      () => engine.recognize(new Float32Array(engine.capabilities.maxSegmentSamples + 1)),
    ],
    ['the close of another stream', () => beside((other) => other.accept(first()))],
    ['the end of the utterance of another stream', () => beside((other) => hearHalves(other, subject))],
  ];
  const problems = await problemsAfterEach(
    events.map(([what, happen]) => [
      `With ${what} between its pieces`,
      async () => {
        await stream.accept(first());
        await happen();
      },
    ]),
    'an open stream',
    async (when) => {
      await stream.accept(second());
      const { text } = await stream.endUtterance();
      return problemIf(
        text !== due.text,
        `${when} a stream has the text ${JSON.stringify(text)}; expected ${JSON.stringify(due.text)}.`,
      );
    },
  );
  await stream.close();
  return problems;
}

/** A stream whose worker died has lost what it had heard, and has to say so: its caller then recognizes the whole utterance again. */
async function crashProblems(subject: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const { engine, crashWorker } = subject;
  if (crashWorker === undefined) return { notApplicable: 'there is no crashWorker' };
  const { first, second } = halvesOf(subject);
  const stream = await open();
  const due = await hearHalves(stream, subject);
  await stream.accept(first());
  await crashWorker(engine);
  const what = 'An utterance during which the worker of its stream died';
  const expectDue = (whose: string, { text }: Recognition): Problems =>
    problemIf(
      text !== due.text,
      `${whose} has the text ${JSON.stringify(text)}; expected ${JSON.stringify(due.text)}, or ENGINE_CRASHED.`,
    );
  const rest = async (): Promise<Recognition> => {
    await stream.accept(second());
    return stream.endUtterance();
  };
  // An engine whose streams do not live in the worker loses nothing.
  const problems = await endProblems(what, inTime(what, rest()), 'ENGINE_CRASHED', (heard) =>
    expectDue(what, heard),
  );
  await inTime('close() of a stream whose worker died', stream.close());
  const later = 'A stream after a crash of the worker';
  const refused = await unlessRefused(`${later} fails`, async () => {
    const other = await inTime(later, open());
    const heard = await inTime(later, hearHalves(other, subject));
    await other.close();
    return expectDue(later, heard);
  });
  return [...problems, ...refused];
}
