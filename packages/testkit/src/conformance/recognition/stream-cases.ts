import type { Recognition, RecognitionStream } from '@parlance/core/engine';
import { normalizedWords } from '../../word-error-rate.ts';
import { ABORT_REASONS } from '../abort-reasons.ts';
import { heldProblems } from '../held-buffers.ts';
import { inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  endProblems,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import { barelyHeard } from './edge-cases.ts';
import { changeProblems } from './repeat-cases.ts';
import { hear, type OpenStream, PIECE_SECONDS, streamCase } from './streams.ts';
import { isSame, type RecognitionSubject, recognizeSpeechOf, shorter } from './subject.ts';
import { strayCharacterProblems } from './text-cases.ts';
import { declaredTokenProblems, spellingProblems, tokenTimeProblems } from './token-cases.ts';

/** How many utterances a stream hears one after another. */
const TURNS = 14;
/** How many streams are used in parallel, if the engine works on so many at once. */
const MAX_STREAMS = 6;

/** Rules about the results and the life of streams, and of several at once. */
export const streamCases: readonly ConformanceCase<RecognitionSubject>[] = [
  streamCase('stream/utterances-apart', async (subject, open) => {
    // Barely enough for its words, so that even a small loss of audio changes the text.
    const samples = await barelyHeard(subject);
    const stream = await open();
    const [once, again] = [
      await hear(stream, samples, samples.length),
      await hear(stream, samples, samples.length),
    ];
    const half = await hear(stream, shorter(subject), samples.length);
    const turns: Problems[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const [spoken, due] = turn % 2 === 0 ? [samples, once] : [shorter(subject), half];
      const { text } = await hear(stream, spoken, samples.length);
      turns.push(
        problemIf(
          text !== due.text,
          `In a conversation of ${TURNS} utterances, number ${turn + 1} has the text ${JSON.stringify(text)}; expected ${JSON.stringify(due.text)}.`,
        ),
      );
    }
    // Closed in the middle of an utterance, whose state another stream must not get.
    await stream.accept(shorter(subject));
    await stream.close();
    const other = await open();
    const later = await hear(other, samples, samples.length);
    await other.close();
    return [
      ...[again, later].flatMap(({ text }) =>
        problemIf(
          once.text !== text,
          `The same utterance has the text ${JSON.stringify(once.text)} first and then ${JSON.stringify(text)}.`,
        ),
      ),
      ...turns.flat(),
    ];
  }),
  streamCase('stream/streams-apart', apartProblems),
  streamCase('stream/tokens', async (subject, open) => {
    const { engine, speech } = subject;
    const stream = await open();
    const problems: string[] = [];
    const problemsOf = (recognition: Recognition): Problems => [
      ...declaredTokenProblems(recognition, engine.capabilities),
      ...spellingProblems(recognition),
      ...strayCharacterProblems(recognition),
    ];
    const pieceSamples = Math.ceil(speech.samples.length / 4);
    for (const which of ['first', 'second']) {
      const interim: Recognition[] = [];
      // Copied, since a stream that uses one object for all its results would change it.
      const onPiece = (piece: Recognition) => interim.push(structuredClone(piece));
      const recognition = await hear(stream, speech.samples, pieceSamples, { onPiece });
      const found = [
        ...problemsOf(recognition),
        ...(engine.capabilities.tokenTimes
          ? tokenTimeProblems(recognition, speech.samples.length / engine.capabilities.sampleRateHz)
          : []),
        ...problemsIn('In an interim result', interim.flatMap(problemsOf)),
      ];
      problems.push(...problemsIn(`In the ${which} utterance of a stream`, found));
    }
    await stream.close();
    return problems;
  }),
  streamCase('stream/nothing-heard', async ({ engine, speech }, open) => {
    const stream = await open();
    const [once, again] = [await stream.endUtterance(), await stream.endUtterance()];
    const heard = structuredClone(await hear(stream, speech.samples, speech.samples.length));
    const pieceSamples = Math.round(PIECE_SECONDS * engine.capabilities.sampleRateHz);
    const begun = await stream.accept(new Float32Array(pieceSamples));
    const ended = await stream.endUtterance();
    await stream.close();
    return [
      ...problemIf(
        once.text !== '' || !isSame(once, again),
        `An utterance without audio has the text ${JSON.stringify(once.text)}.`,
      ),
      ...problemIf(
        speech.text !== undefined && heard.text === '',
        'After two utterances without audio, the speech has no text.',
      ),
      ...problemIf(
        normalizedWords(ended.text).length > 0,
        `After an utterance, the next one has the text ${JSON.stringify(ended.text)} although there was only silence.`,
      ),
      ...problemIf(
        normalizedWords(begun.text).length > 0,
        `After an utterance, the next one begins with the interim text ${JSON.stringify(begun.text)} although there was only silence.`,
      ),
    ];
  }),
  streamCase('stream/beside-segments', async (subject, open) => {
    const { engine } = subject;
    const { samples } = subject.speech;
    const alone = structuredClone(await recognizeSpeechOf(subject));
    const other = await open();
    const due = await hear(other, samples, samples.length);
    await other.close();
    const streams = await Promise.all(Array.from({ length: engine.capabilities.concurrency }, () => open()));
    await Promise.all(streams.map((stream) => stream.accept(shorter(subject))));
    // Two, since streams and segments may share what one of them leaves over.
    const beside = await inTime(
      'Two segments beside open streams',
      Promise.all([recognizeSpeechOf(subject), recognizeSpeechOf(subject)]),
    );
    const [stream] = streams;
    await stream?.accept(samples.slice(Math.ceil(samples.length / 2)));
    const heard = await stream?.endUtterance();
    await Promise.all(streams.map((one) => one.close()));
    // All but the first were closed in the middle of an utterance.
    const after = await recognizeSpeechOf(subject);
    return [
      ...beside.flatMap((recognition, index) =>
        changeProblems(`Segment ${index + 1} of two beside open streams`, alone, recognition),
      ),
      ...changeProblems(
        'A segment after streams that were closed in the middle of an utterance',
        alone,
        after,
      ),
      ...problemIf(
        heard?.text !== due.text,
        `With a segment between its pieces a stream has the text ${JSON.stringify(heard?.text)}; expected ${JSON.stringify(due.text)}.`,
      ),
    ];
  }),
  streamCase('stream/closed', async ({ engine, speech }, open) => {
    const [stream, other] = [await open(), await open()];
    await Promise.all([stream.close(), stream.close()]);
    const after = await expectRefusal('Audio for a closed stream', stream.accept(speech.samples.slice()), [
      'SHUTTING_DOWN',
    ]);
    const ended = await expectRefusal('The end of an utterance of a closed stream', stream.endUtterance(), [
      'SHUTTING_DOWN',
    ]);
    await other.accept(speech.samples.slice());
    await engine.close();
    const problems = [
      ...after,
      ...ended,
      ...(await expectRefusal('A stream after the engine closed', open(), ['SHUTTING_DOWN'])),
      ...(await expectRefusal('Audio after the engine closed', other.accept(speech.samples.slice()), [
        'SHUTTING_DOWN',
      ])),
      ...(await expectRefusal('The end of an utterance after the engine closed', other.endUtterance(), [
        'SHUTTING_DOWN',
      ])),
    ];
    const closed = await unlessRefused('close() of a stream after the engine closed fails', async () => {
      await inTime('close() of a stream after the engine closed', other.close());
      return [];
    });
    return [...problems, ...closed];
  }),
  streamCase('stream/aborted', async ({ speech }, open) => {
    const controller = new AbortController();
    const refused = await expectRefusal(
      'A stream with an aborted signal',
      open({ signal: AbortSignal.abort() }),
      ['ABORTED'],
    );
    const [aborted, other] = [await open({ signal: controller.signal }), await open()];
    const due = structuredClone(await hear(other, speech.samples, speech.samples.length));
    await other.accept(speech.samples.slice());
    // What it has heard must not be heard by the next stream.
    await aborted.accept(speech.samples.slice());
    controller.abort();
    const stopped = await expectRefusal('Audio after the abort', aborted.accept(speech.samples.slice()), [
      'ABORTED',
    ]);
    await aborted.close();
    const { text } = await other.endUtterance();
    await other.close();
    const next = await open();
    const later = await hear(next, speech.samples, speech.samples.length);
    await next.close();
    return [
      ...refused,
      ...stopped,
      ...problemIf(
        text !== due.text,
        `After the abort of another stream the text is ${JSON.stringify(text)}, not ${JSON.stringify(due.text)}.`,
      ),
      ...problemIf(
        later.text !== due.text,
        `A stream that is opened after the abort of another one has the text ${JSON.stringify(later.text)}; expected ${JSON.stringify(due.text)}.`,
      ),
    ];
  }),
  streamCase('stream/aborted-with-a-reason', async (subject, open) => {
    const problems: string[] = [];
    for (const [how, reason] of ABORT_REASONS) {
      const controller = new AbortController();
      const stream = await open({ signal: controller.signal });
      await stream.accept(shorter(subject));
      controller.abort(reason);
      const ends = [
        ['Audio after an abort', stream.accept(shorter(subject))],
        ['The end of an utterance after an abort', stream.endUtterance()],
      ] as const;
      const found = await Promise.all(
        ends.map(([what, work]) => expectRefusal(`${what}${how}`, work, ['ABORTED'])),
      );
      problems.push(...found.flat());
      await stream.close();
    }
    return problems;
  }),
  streamCase('stream/ended-during-a-call', endedProblems),
  streamCase('memory/utterances-released', async ({ speech }, open) => {
    const stream = await open();
    const { samples } = speech;
    const due = (await hear(stream, samples, samples.length)).text;
    const held = await heldProblems(async () => {
      await hear(stream, samples, samples.length);
      return samples.byteLength;
    });
    const { text } = await hear(stream, samples, samples.length);
    await stream.close();
    return [
      ...held,
      ...problemIf(
        text !== due,
        `After many utterances of a stream, one has the text ${JSON.stringify(text)}; expected ${JSON.stringify(due)}.`,
      ),
    ];
  }),
  streamCase('memory/streams-released', async ({ speech }, open) =>
    heldProblems(async () => {
      const stream = await open();
      await hear(stream, speech.samples, speech.samples.length);
      await stream.close();
      return speech.samples.byteLength;
    }),
  ),
];

/** Streams hear several utterances in pieces that come in the same turn; then one is closed, and another takes its place. */
async function apartProblems(subject: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const count = Math.max(2, Math.min(subject.engine.capabilities.concurrency, MAX_STREAMS));
  const segments = [subject.speech.samples, shorter(subject)];
  const hearNumber = async (stream: RecognitionStream, index: number): Promise<readonly string[]> => {
    const samples = segments[index % 2] ?? subject.speech.samples;
    const texts: string[] = [];
    const onPiece = ({ text }: Recognition) => texts.push(text);
    const { text } = await hear(stream, samples, Math.ceil(samples.length / 4), { onPiece });
    return [...texts, text];
  };
  const streams = await Promise.all(Array.from({ length: count }, () => open()));
  const [first, ...kept] = streams;
  const alone: string[] = [];
  for (const index of segments.keys()) if (first) alone.push(JSON.stringify(await hearNumber(first, index)));
  const together = await Promise.all(streams.map(hearNumber));
  await first?.close();
  // It must not take the place of one that is still open.
  const others = [await open(), ...kept];
  const later = await Promise.all(others.map(hearNumber));
  await Promise.all(others.map((stream) => stream.close()));
  const textProblems = (when: string, heard: readonly (readonly string[])[]): Problems =>
    heard.flatMap((texts, index) =>
      problemIf(
        JSON.stringify(texts) !== alone[index % 2],
        `Stream ${index + 1} of ${count} ${when} has the texts ${JSON.stringify(texts)} one after another; expected ${alone[index % 2]}.`,
      ),
    );
  return [
    ...textProblems('in parallel', together),
    ...textProblems('in parallel, of which the first was closed and another opened,', later),
  ];
}

/** Aborts and closes streams, and closes the engine, while they decode a piece. */
async function endedProblems({ engine, speech }: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const controller = new AbortController();
  const [aborted, closed, left] = [await open({ signal: controller.signal }), await open(), await open()];
  // What was nearly done may also be completed.
  const endOf = (what: string, stream: RecognitionStream, code: string): Promise<Problems> =>
    endProblems(what, inTime(what, stream.accept(speech.samples.slice())), code);
  const first = endOf('A piece during which the stream was aborted', aborted, 'ABORTED');
  controller.abort();
  const problems = [
    ...(await first),
    ...(await expectRefusal('The end of an utterance after the abort', aborted.endUtterance(), ['ABORTED'])),
  ];
  await inTime('close() of an aborted stream', aborted.close());
  const second = endOf('A piece during which the stream was closed', closed, 'SHUTTING_DOWN');
  await inTime('close() of a stream', closed.close());
  problems.push(...(await second));
  const third = endOf('A piece during which the engine was closed', left, 'SHUTTING_DOWN');
  await engine.close();
  return [...problems, ...(await third)];
}
