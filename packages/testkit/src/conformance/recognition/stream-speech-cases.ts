import { joinSamples } from '../../signals/join-samples.ts';
import { viewOf } from '../../signals/speech-conditions.ts';
import { normalizedWords } from '../../word-error-rate.ts';
import { type ConformanceCase, problemIf, type Verdict } from '../verdict.ts';
import { neededSamples } from './edge-cases.ts';
import { wordProblems } from './misheard.ts';
import { hear, type OpenStream, PIECE_SECONDS, streamCase } from './streams.ts';
import { filled, type RecognitionSubject, saidTwice } from './subject.ts';
import { unpunctuatedProblems } from './text-cases.ts';

/** How much audio a stream gets at once: as from a microphone, at an odd length, and all of it. */
const PIECES_SECONDS = [PIECE_SECONDS, 0.37, 10];
/** A number of samples that is no number of milliseconds, let alone of a model's frames; and what a browser's audio worklet gets at once. */
const OTHER_PIECES_SAMPLES = [1117, 128];

/** By when speech has an interim text, as a part of its length, if it is so long that models look ahead for less. */
const MAX_FIRST_INTERIM = 0.75;
const MIN_SECONDS = 2;
/** Models give a stream's last frames no time to be decoded; one that does not flush them loses 300 ms and more. */
const MAX_STREAM_LOSS_SECONDS = 0.15;
const FLUSHED_SECONDS = 1;
/** How many of its words an utterance has at least that is long, or comes after silence. */
const MIN_WORDS = 0.75;
/** Somebody listens before they answer. */
const SILENCE_SECONDS = 4;

/** Rules that a stream hears all of its audio, however it is cut, however long it is, and whatever silence is in it. */
export const streamSpeechCases: readonly ConformanceCase<RecognitionSubject>[] = [
  streamCase('stream/any-pieces', async ({ engine, speech }, open) => {
    const { sampleRateHz } = engine.capabilities;
    const texts = new Set<string>();
    for (const pieceSeconds of PIECES_SECONDS) {
      const stream = await open();
      texts.add((await hear(stream, speech.samples, Math.round(pieceSeconds * sampleRateHz))).text);
      await stream.close();
    }
    const stream = await open();
    const pieceSamples = Math.round(PIECE_SECONDS * sampleRateHz);
    const viewed = await hear(stream, speech.samples, pieceSamples, { cut: viewOf });
    await stream.accept(new Float32Array(0));
    const half = Math.ceil(speech.samples.length / 2);
    await stream.accept(speech.samples.slice(0, half));
    await stream.accept(new Float32Array(0));
    await stream.accept(speech.samples.slice(half));
    const interrupted = await stream.endUtterance();
    const others: [number, string][] = [];
    for (const size of OTHER_PIECES_SAMPLES)
      others.push([size, (await hear(stream, speech.samples, size)).text]);
    await stream.close();
    return [
      ...problemIf(
        texts.size > 1,
        `Cut differently, the same audio has the texts ${JSON.stringify([...texts])}.`,
      ),
      ...others.flatMap(([size, text]) =>
        problemIf(
          !texts.has(text),
          `After an empty piece and in pieces of ${size} samples, the same audio has the text ${JSON.stringify(text)}; expected ${JSON.stringify([...texts][0])}.`,
        ),
      ),
      ...problemIf(
        !texts.has(interrupted.text),
        `With an empty piece in its middle, the same audio has the text ${JSON.stringify(interrupted.text)}; expected ${JSON.stringify([...texts][0])}.`,
      ),
      ...problemIf(
        !texts.has(viewed.text),
        `In pieces that are views of larger buffers, the same audio has the text ${JSON.stringify(viewed.text)}.`,
      ),
    ];
  }),
  streamCase('stream/known-text', async ({ engine, speech }, open) => {
    const { samples, text } = speech;
    if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
    const stream = await open();
    const interim: string[] = [];
    const pieceSamples = Math.round(PIECE_SECONDS * engine.capabilities.sampleRateHz);
    const heard = await hear(stream, samples, pieceSamples, { onPiece: (piece) => interim.push(piece.text) });
    await stream.close();
    const counts = interim.map((one) => normalizedWords(one).length);
    const most = Math.max(0, ...counts);
    const shrunk = counts.findIndex((count, at) => count < Math.max(0, ...counts.slice(0, at)) / 2);
    const firstSeconds = (counts.findIndex((count) => count > 0) + 1) * PIECE_SECONDS;
    const seconds = samples.length / engine.capabilities.sampleRateHz;
    const due = normalizedWords(heard.text).length;
    return [
      ...wordProblems(speech, text, heard.text),
      ...unpunctuatedProblems(engine.capabilities, text, heard.text),
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
  streamCase('stream/with-silence', silenceProblems),
  streamCase('stream/after-silence', async ({ engine, speech }, open) => {
    const { sampleRateHz, maxSegmentSamples } = engine.capabilities;
    const stream = await open();
    const once = await hear(stream, speech.samples, speech.samples.length);
    const silence = new Float32Array(Math.min(SILENCE_SECONDS * sampleRateHz, maxSegmentSamples));
    const pieceSamples = Math.round(PIECE_SECONDS * sampleRateHz);
    await hear(stream, silence, pieceSamples);
    const again = await hear(stream, speech.samples, pieceSamples);
    await stream.close();
    return problemIf(
      normalizedWords(again.text).length < normalizedWords(once.text).length * MIN_WORDS,
      `After ${silence.length / sampleRateHz} s of silence, the speech has the text ${JSON.stringify(again.text)}; before, it had ${JSON.stringify(once.text)}.`,
    );
  }),
];

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

/** Puts silence before, after and between speech in the same utterance: it ends only when the caller ends it. */
async function silenceProblems({ engine, speech }: RecognitionSubject, open: OpenStream): Promise<Verdict> {
  const { sampleRateHz, maxSegmentSamples } = engine.capabilities;
  const { samples } = speech;
  const pieceSamples = Math.round(PIECE_SECONDS * sampleRateHz);
  const silenceBeside = (spokenSamples: number): number =>
    Math.max(0, Math.min(SILENCE_SECONDS * sampleRateHz, maxSegmentSamples - spokenSamples));
  const beside = silenceBeside(samples.length);
  const silent = new Float32Array(beside);
  const between = silenceBeside(2 * samples.length);
  const utterances = [
    ['before', beside, joinSamples([silent, samples]), 1],
    ['after', beside, joinSamples([samples, silent]), 1],
    ['between', between, saidTwice(samples, between), 2],
  ] as const;
  const stream = await open();
  const once = normalizedWords((await hear(stream, samples, pieceSamples)).text).length;
  const problems: string[] = [];
  for (const [where, silence, utterance, times] of utterances) {
    // The speech fits no more than once.
    if (utterance.length > maxSegmentSamples) continue;
    let interim = '';
    const { text } = await hear(stream, utterance, pieceSamples, {
      onPiece: (piece) => {
        interim = piece.text;
      },
    });
    problems.push(
      ...problemIf(
        normalizedWords(interim).length < (once * times * MIN_WORDS) / 2,
        `With ${(silence / sampleRateHz).toFixed(1)} s of silence ${where} it, speech of ${once} words has the last interim text ${JSON.stringify(interim)}: that of a silent piece is that of the whole utterance so far.`,
      ),
      ...problemIf(
        normalizedWords(text).length < once * times * MIN_WORDS,
        `With ${(silence / sampleRateHz).toFixed(1)} s of silence ${where} it, speech of ${once} words${times > 1 ? ', said twice,' : ''} has the text ${JSON.stringify(text)}.`,
      ),
    );
  }
  await stream.close();
  return problems;
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
  const whole = await hear(stream, samples, samples.length);
  await stream.close();
  return [
    ...problemIf(
      normalizedWords(text).length < once * times * MIN_WORDS,
      `An utterance that repeats speech of ${once} words ${times} times has the text ${JSON.stringify(text)}.`,
    ),
    ...problemIf(
      whole.text !== text,
      `In one piece, an utterance of ${samples.length} samples has the text ${JSON.stringify(whole.text)}; in pieces of a second it has ${JSON.stringify(text)}.`,
    ),
  ];
}
