import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from '../verdict.ts';
import { isSame, type RecognitionSubject, shorter } from './subject.ts';

type OpenStream = NonNullable<RecognitionEngine['openStream']>;

/** Rules about the streams of streaming models, which get their audio in pieces. */
export const streamCases: readonly ConformanceCase<RecognitionSubject>[] = [
  streamCase('stream/any-pieces', async ({ engine, speech }, open) => {
    const { sampleRateHz } = engine.capabilities;
    const texts = new Set<string>();
    for (const pieceSeconds of [0.1, 0.37, 10]) {
      const stream = await open();
      texts.add((await hear(stream, speech.samples, Math.round(pieceSeconds * sampleRateHz))).text);
      await stream.close();
    }
    return problemIf(
      texts.size > 1,
      `Cut differently, the same audio has the texts ${JSON.stringify([...texts])}.`,
    );
  }),
  streamCase('stream/utterances-apart', async (subject, open) => {
    const { samples } = subject.speech;
    const stream = await open();
    const [once, again] = [
      await hear(stream, samples, samples.length),
      await hear(stream, samples, samples.length),
    ];
    await stream.close();
    return problemIf(
      once.text !== again.text,
      `The same utterance has the text ${JSON.stringify(once.text)} first and then ${JSON.stringify(again.text)}.`,
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
    await engine.close();
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
    controller.abort();
    const stopped = await expectRefusal('Audio after the abort', aborted.accept(speech.samples.slice()), [
      'ABORTED',
    ]);
    await aborted.close();
    await hear(other, speech.samples, speech.samples.length);
    await other.close();
    return [...refused, ...stopped];
  }),
];

function streamCase(
  name: string,
  run: (subject: RecognitionSubject, open: OpenStream) => Promise<Problems>,
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

async function hear(
  stream: RecognitionStream,
  samples: Float32Array,
  pieceSamples: number,
): Promise<Recognition> {
  for (let start = 0; start < samples.length; start += pieceSamples)
    await stream.accept(samples.slice(start, start + pieceSamples));
  return stream.endUtterance();
}
