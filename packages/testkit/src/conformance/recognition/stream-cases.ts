import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import { viewOf } from '../../signals/speech-conditions.ts';
import { normalizedWords, wordErrorRate } from '../../word-error-rate.ts';
import { heldProblems } from '../held-buffers.ts';
import { closeInTime, inTime } from '../in-time.ts';
import {
  type ConformanceCase,
  endProblems,
  expectRefusal,
  type Problems,
  problemIf,
  problemsIn,
  type Verdict,
} from '../verdict.ts';
import { barelyHeard, neededSamples } from './edge-cases.ts';
import {
  DEFAULT_WORD_ERROR_RATE,
  filled,
  isSame,
  type RecognitionSubject,
  recognizeSpeechOf,
  shorter,
} from './subject.ts';
import { strayCharacterProblems } from './text-cases.ts';
import { declaredTokenProblems, spellingProblems, tokenTimeProblems } from './token-cases.ts';

type OpenStream = NonNullable<RecognitionEngine['openStream']>;

/** How much audio a stream gets at once: as from a microphone, at an odd length, and all of it. */
const PIECES_SECONDS = [0.1, 0.37, 10] as const;
/** A piece of a size that is no number of milliseconds, let alone of a model's frames. */
const ODD_PIECE_SAMPLES = 1117;

/** By when speech has an interim text, as a part of its length, if it is so long that models look ahead for less. */
const MAX_FIRST_INTERIM = 0.75;
const MIN_SECONDS = 2;
/** Models give a stream's last frames no time to be decoded; one that does not flush them loses 300 ms and more. */
const MAX_STREAM_LOSS_SECONDS = 0.15;
const FLUSHED_SECONDS = 1;
/** How many of its words a long utterance has at least. */
const MIN_WORDS = 0.75;

/** Rules about the streams of streaming models, which get their audio in pieces. */
export const streamCases: readonly ConformanceCase<RecognitionSubject>[] = [
  streamCase('stream/any-pieces', async ({ engine, speech }, open) => {
    const { sampleRateHz } = engine.capabilities;
    const texts = new Set<string>();
    for (const pieceSeconds of PIECES_SECONDS) {
      const stream = await open();
      texts.add((await hear(stream, speech.samples, Math.round(pieceSeconds * sampleRateHz))).text);
      await stream.close();
    }
    const stream = await open();
    const pieceSamples = Math.round(PIECES_SECONDS[0] * sampleRateHz);
    const viewed = await hear(stream, speech.samples, pieceSamples, { cut: viewOf });
    await stream.accept(new Float32Array(0));
    const odd = await hear(stream, speech.samples, ODD_PIECE_SAMPLES);
    await stream.close();
    return [
      ...problemIf(
        texts.size > 1,
        `Cut differently, the same audio has the texts ${JSON.stringify([...texts])}.`,
      ),
      ...problemIf(
        !texts.has(odd.text),
        `After an empty piece and in pieces of ${ODD_PIECE_SAMPLES} samples, the same audio has the text ${JSON.stringify(odd.text)}; expected ${JSON.stringify([...texts][0])}.`,
      ),
      ...problemIf(
        !texts.has(viewed.text),
        `In pieces that are views of larger buffers, the same audio has the text ${JSON.stringify(viewed.text)}.`,
      ),
    ];
  }),
  streamCase('stream/known-text', async ({ engine, speech }, open) => {
    const { samples, text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = speech;
    if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
    const stream = await open();
    const interim: string[] = [];
    const pieceSamples = Math.round(PIECES_SECONDS[0] * engine.capabilities.sampleRateHz);
    const heard = await hear(stream, samples, pieceSamples, { onPiece: (piece) => interim.push(piece.text) });
    await stream.close();
    const counts = interim.map((one) => normalizedWords(one).length);
    const most = Math.max(0, ...counts);
    const shrunk = counts.findIndex((count, at) => count < Math.max(0, ...counts.slice(0, at)) / 2);
    const firstSeconds = (counts.findIndex((count) => count > 0) + 1) * PIECES_SECONDS[0];
    const seconds = samples.length / engine.capabilities.sampleRateHz;
    const due = normalizedWords(heard.text).length;
    const { rate } = wordErrorRate(text, heard.text);
    return [
      ...problemIf(
        !(rate <= maxWordErrorRate),
        `${JSON.stringify(heard.text)} has a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
      ),
      ...problemIf(
        interim.every((one) => one === ''),
        'No piece of the speech had an interim text, although the utterance has words.',
      ),
      ...problemIf(
        shrunk >= 0,
        `An interim text, ${JSON.stringify(interim[shrunk])}, has less than half of the words of an earlier one of the same utterance.`,
      ),
      ...problemIf(
        seconds >= MIN_SECONDS && firstSeconds > seconds * MAX_FIRST_INTERIM,
        `The first interim text of ${seconds.toFixed(1)} s of speech comes only after ${firstSeconds.toFixed(1)} s.`,
      ),
      ...problemIf(
        most < due / 2,
        `The longest interim text has ${most} words, the utterance ${due}: each interim text is that of the whole utterance so far.`,
      ),
    ];
  }),
  streamCase('stream/heard-to-its-end', flushProblems),
  streamCase('stream/longest-utterance', longestProblems),
  streamCase('stream/utterances-apart', async (subject, open) => {
    // Barely enough for its words, so that even a small loss of audio changes the text.
    const samples = await barelyHeard(subject);
    const stream = await open();
    const [once, again] = [
      await hear(stream, samples, samples.length),
      await hear(stream, samples, samples.length),
    ];
    // Closed in the middle of an utterance, whose state another stream must not get.
    await stream.accept(shorter(subject));
    await stream.close();
    const other = await open();
    const later = await hear(other, samples, samples.length);
    await other.close();
    return [again, later].flatMap(({ text }) =>
      problemIf(
        once.text !== text,
        `The same utterance has the text ${JSON.stringify(once.text)} first and then ${JSON.stringify(text)}.`,
      ),
    );
  }),
  streamCase('stream/streams-apart', async (subject, open) => {
    const [one, other] = [await open(), await open()];
    const segments = [subject.speech.samples, shorter(subject)];
    const alone: Recognition[] = [];
    for (const samples of segments) alone.push(await hear(one, samples, samples.length));
    const together = await Promise.all(
      [one, other].map((stream, index) => {
        const samples = segments[index] ?? subject.speech.samples;
        return hear(stream, samples, Math.ceil(samples.length / 4));
      }),
    );
    await Promise.all([one.close(), other.close()]);
    return together.flatMap((recognition, index) =>
      problemIf(
        recognition.text !== alone[index]?.text,
        `In parallel, stream ${index} has the text ${JSON.stringify(recognition.text)}, not ${JSON.stringify(alone[index]?.text)}.`,
      ),
    );
  }),
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
    await hear(stream, speech.samples, speech.samples.length);
    const pieceSamples = Math.round(PIECES_SECONDS[0] * engine.capabilities.sampleRateHz);
    const begun = await stream.accept(new Float32Array(pieceSamples));
    const ended = await stream.endUtterance();
    await stream.close();
    return [
      ...problemIf(
        once.text !== '' || !isSame(once, again),
        `An utterance without audio has the text ${JSON.stringify(once.text)}.`,
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
    const alone = await recognizeSpeechOf(subject);
    const other = await open();
    const due = await hear(other, samples, samples.length);
    await other.close();
    const streams = await Promise.all(Array.from({ length: engine.capabilities.concurrency }, () => open()));
    await Promise.all(streams.map((stream) => stream.accept(shorter(subject))));
    const beside = await inTime('A segment beside open streams', recognizeSpeechOf(subject));
    const [stream] = streams;
    await stream?.accept(samples.slice(Math.ceil(samples.length / 2)));
    const heard = await stream?.endUtterance();
    await Promise.all(streams.map((one) => one.close()));
    return [
      ...problemIf(
        !isSame(beside, alone),
        `Beside open streams a segment has the text ${JSON.stringify(beside.text)}; expected ${JSON.stringify(alone.text)}.`,
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
    await closeInTime(engine);
    return [
      ...after,
      ...ended,
      ...(await expectRefusal('A stream after the engine closed', open(), ['SHUTTING_DOWN'])),
      ...(await expectRefusal('Audio after the engine closed', other.accept(speech.samples.slice()), [
        'SHUTTING_DOWN',
      ])),
    ];
  }),
  streamCase('stream/aborted', async ({ speech }, open) => {
    const controller = new AbortController();
    const refused = await expectRefusal(
      'A stream with an aborted signal',
      open({ signal: AbortSignal.abort() }),
      ['ABORTED'],
    );
    const [aborted, other] = [await open({ signal: controller.signal }), await open()];
    const due = await hear(other, speech.samples, speech.samples.length);
    await other.accept(speech.samples.slice());
    controller.abort();
    const stopped = await expectRefusal('Audio after the abort', aborted.accept(speech.samples.slice()), [
      'ABORTED',
    ]);
    await aborted.close();
    const { text } = await other.endUtterance();
    await other.close();
    return [
      ...refused,
      ...stopped,
      ...problemIf(
        text !== due.text,
        `After the abort of another stream the text is ${JSON.stringify(text)}, not ${JSON.stringify(due.text)}.`,
      ),
    ];
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

function streamCase(
  name: string,
  run: (subject: RecognitionSubject, open: OpenStream) => Promise<Verdict>,
): ConformanceCase<RecognitionSubject> {
  return {
    name,
    run: async (subject) => {
      const { engine } = subject;
      if (engine.openStream === undefined) return { notApplicable: 'the engine has no streams' };
      return run(subject, engine.openStream.bind(engine));
    },
  };
}

/** The last word needs as much speech whether or not silence follows: a stream has to decode all of its audio when the utterance ends. */
async function flushProblems(subject: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const { sampleRateHz } = subject.engine.capabilities;
  const stream = await open();
  const countWords = async (samples: Float32Array): Promise<number> =>
    normalizedWords((await hear(stream, samples, samples.length)).text).length;
  const due = await countWords(subject.speech.samples);
  if (due < 2) return { notApplicable: 'the speech has too few words' };
  const needed = (silenceSeconds: number): Promise<number> =>
    neededSamples({ ...subject, countWords }, 'end', due, silenceSeconds);
  const lossSeconds = ((await needed(0)) - (await needed(FLUSHED_SECONDS))) / sampleRateHz;
  await stream.close();
  return problemIf(
    lossSeconds > MAX_STREAM_LOSS_SECONDS,
    `The last word of an utterance needs ${Math.round(lossSeconds * 1000)} ms more speech than one that silence follows: the stream loses this much of the end.`,
  );
}

/** Repeats the speech in one utterance, as long as the longest segment. */
async function longestProblems(subject: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const { engine, speech } = subject;
  const { maxSegmentSamples, sampleRateHz } = engine.capabilities;
  const times = Math.floor(maxSegmentSamples / speech.samples.length);
  if (times < 2) return { notApplicable: 'the speech is longer than half of the longest segment' };
  const samples = filled(subject, times * speech.samples.length);
  const stream = await open();
  const once = normalizedWords((await hear(stream, speech.samples, speech.samples.length)).text).length;
  const { text } = await hear(stream, samples, sampleRateHz);
  await stream.close();
  return problemIf(
    normalizedWords(text).length < once * times * MIN_WORDS,
    `An utterance that repeats speech of ${once} words ${times} times has the text ${JSON.stringify(text)}.`,
  );
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
  await closeInTime(engine);
  return [...problems, ...(await third)];
}

interface HearOptions {
  readonly onPiece?: (recognition: Recognition) => void;
  /** Makes the buffer that the stream gets of a piece. Default: a copy. */
  readonly cut?: (piece: Float32Array) => Float32Array;
}

/** Gives a stream one utterance in pieces. */
async function hear(
  stream: RecognitionStream,
  samples: Float32Array,
  pieceSamples: number,
  { onPiece, cut = (piece) => piece.slice() }: HearOptions = {},
): Promise<Recognition> {
  for (let start = 0; start < samples.length; start += pieceSamples) {
    const recognition = await stream.accept(cut(samples.subarray(start, start + pieceSamples)));
    onPiece?.(recognition);
  }
  return stream.endUtterance();
}
