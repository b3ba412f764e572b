import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import { wordErrorRate } from '../../word-error-rate.ts';
import { heldProblems } from '../held-buffers.ts';
import { closeInTime } from '../in-time.ts';
import { type ConformanceCase, expectRefusal, problemIf, type Verdict } from '../verdict.ts';
import { DEFAULT_WORD_ERROR_RATE, isSame, type RecognitionSubject, shorter } from './subject.ts';

type OpenStream = NonNullable<RecognitionEngine['openStream']>;

/** How much audio a stream gets at once: as from a microphone, at an odd length, and all of it. */
const PIECES_SECONDS = [0.1, 0.37, 10] as const;

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
    return problemIf(
      texts.size > 1,
      `Cut differently, the same audio has the texts ${JSON.stringify([...texts])}.`,
    );
  }),
  streamCase('stream/known-text', async ({ engine, speech }, open) => {
    const { samples, text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = speech;
    if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
    const stream = await open();
    const interim: string[] = [];
    const pieceSamples = Math.round(PIECES_SECONDS[0] * engine.capabilities.sampleRateHz);
    const heard = await hear(stream, samples, pieceSamples, (recognition) => interim.push(recognition.text));
    await stream.close();
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
    ];
  }),
  streamCase('stream/utterances-apart', async (subject, open) => {
    const { samples } = subject.speech;
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
  streamCase('stream/nothing-heard', async (_subject, open) => {
    const stream = await open();
    const [once, again] = [await stream.endUtterance(), await stream.endUtterance()];
    await stream.close();
    return problemIf(
      once.text !== '' || !isSame(once, again),
      `An utterance without audio has the text ${JSON.stringify(once.text)}.`,
    );
  }),
  streamCase('stream/closed', async ({ engine, speech }, open) => {
    const [stream, other] = [await open(), await open()];
    await Promise.all([stream.close(), stream.close()]);
    const after = await expectRefusal('Audio for a closed stream', stream.accept(speech.samples.slice()), [
      'SHUTTING_DOWN',
    ]);
    await closeInTime(engine);
    return [
      ...after,
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

/** Gives a stream one utterance in pieces. */
async function hear(
  stream: RecognitionStream,
  samples: Float32Array,
  pieceSamples: number,
  onPiece?: (recognition: Recognition) => void,
): Promise<Recognition> {
  for (let start = 0; start < samples.length; start += pieceSamples) {
    const recognition = await stream.accept(samples.slice(start, start + pieceSamples));
    onPiece?.(recognition);
  }
  return stream.endUtterance();
}
