import type { AlignedWord, AlignmentTask, EngineCallOptions, WordRange } from '@parlance/core/engine';
import { type Problems, problemIf } from '../verdict.ts';
import type { AlignedSpeech, TextAlignerSubject } from './subject.ts';

export function wordRanges(text: string): WordRange[] {
  return [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
}

/** Aligns the speech of the traits, with the members that a case overrides. */
export function align(
  { engine, speech }: TextAlignerSubject,
  change: Partial<AlignmentTask> = {},
  options?: EngineCallOptions,
): Promise<readonly AlignedWord[]> {
  const { samples, sampleRateHz, text, languageCode } = speech;
  const task = { samples: samples.slice(), sampleRateHz, text, words: wordRanges(text), languageCode };
  return engine.align({ ...task, ...change }, options);
}

/** The last half of the words and the audio in which they are said, as another task with other times. */
export function shorter({ speech }: TextAlignerSubject): Pick<AlignmentTask, 'samples' | 'text' | 'words'> {
  const { samples, sampleRateHz, times } = speech;
  const words = speech.text.split(' ');
  const from = Math.floor(words.length / 2);
  const text = words.slice(from).join(' ');
  const [last, next] = [times[from - 1]?.endSeconds ?? 0, times[from]?.startSeconds ?? 0];
  const fromSamples = Math.round(((last + next) / 2) * sampleRateHz);
  return { samples: samples.slice(fromSamples), text, words: wordRanges(text) };
}

export const secondsOf = ({ samples, sampleRateHz }: AlignedSpeech): number => samples.length / sampleRateHz;

/** How often speech fits into so many seconds; at least once. */
export function timesWithin(speech: AlignedSpeech, seconds: number): number {
  return Math.max(1, Math.floor(seconds / secondsOf(speech)));
}

/** Speech that is said several times in a row, as another task. */
export function repeated(speech: AlignedSpeech, count: number): AlignedSpeech {
  const { samples, sampleRateHz, text, times } = speech;
  const places = Array.from({ length: count }, (_, index) => index);
  const said = new Float32Array(samples.length * count);
  for (const place of places) said.set(samples, place * samples.length);
  return {
    ...speech,
    samples: said,
    text: places.map(() => text).join(' '),
    times: places.flatMap((place) => later(times, (place * samples.length) / sampleRateHz)),
  };
}

/** The first word alone, with the silence before it and half of that after it. */
export function firstWord(speech: AlignedSpeech): AlignedSpeech {
  const { samples, sampleRateHz, times } = speech;
  const [text = ''] = speech.text.split(' ');
  const [first, second] = times;
  const endSeconds = ((first?.endSeconds ?? 0) + (second?.startSeconds ?? 0)) / 2;
  return {
    ...speech,
    samples: samples.slice(0, Math.round(endSeconds * sampleRateHz)),
    text,
    times: times.slice(0, 1),
  };
}

export function later(times: readonly AlignedWord[], seconds: number): readonly AlignedWord[] {
  return times.map((time) => ({
    startSeconds: time.startSeconds + seconds,
    endSeconds: time.endSeconds + seconds,
  }));
}

/** Checks that the aligner works. */
export async function usable(subject: TextAlignerSubject): Promise<Problems> {
  const found = await align(subject);
  return [...orderProblems(found, subject), ...timeProblems(found, subject, subject.speech)];
}

/** Checks that there is a span for each word of the speech, in order and inside the audio. */
export function orderProblems(
  found: readonly AlignedWord[],
  { speech }: Pick<TextAlignerSubject, 'speech'>,
  seconds = speech.samples.length / speech.sampleRateHz,
): Problems {
  const isOrdered = found.every(
    ({ startSeconds, endSeconds }, index) =>
      startSeconds >= (found[index - 1]?.endSeconds ?? 0) &&
      endSeconds >= startSeconds &&
      endSeconds <= seconds,
  );
  return [
    ...problemIf(
      found.length !== wordRanges(speech.text).length,
      `There are ${found.length} times; expected one for each word.`,
    ),
    ...problemIf(!isOrdered, `The times are not in order inside the speech: ${JSON.stringify(found)}`),
  ];
}

/** Compares spans with the known times. */
export function timeProblems(
  found: readonly AlignedWord[],
  { toleranceSeconds }: TextAlignerSubject,
  { text, times }: Pick<AlignedSpeech, 'text' | 'times'>,
): Problems {
  const words = text.split(' ');
  return found.flatMap(({ startSeconds, endSeconds }, index) => {
    const due = times[index] ?? { startSeconds: Number.NaN, endSeconds: Number.NaN };
    const off = Math.max(Math.abs(startSeconds - due.startSeconds), Math.abs(endSeconds - due.endSeconds));
    return problemIf(
      !(off <= toleranceSeconds),
      `"${words[index]}" is said from ${due.startSeconds} to ${due.endSeconds} s; found from ${startSeconds} to ${endSeconds} s.`,
    );
  });
}

/** Compares only where words begin, for speech that is so changed that the quiet ends of its words may be lost. */
export function startProblems(
  found: readonly AlignedWord[],
  subject: TextAlignerSubject,
  { text, times }: Pick<AlignedSpeech, 'text' | 'times'> = subject.speech,
): Problems {
  const starts = found.map(({ startSeconds }, index) => ({
    startSeconds,
    endSeconds: times[index]?.endSeconds ?? Number.NaN,
  }));
  return timeProblems(starts, subject, { text, times });
}

/** Checks that speech has the same times in another situation, with which the sentence begins. */
export function changeProblems(
  what: string,
  due: readonly AlignedWord[],
  found: readonly AlignedWord[],
): Problems {
  const [one, other] = [JSON.stringify(due), JSON.stringify(found)];
  return problemIf(one !== other, `${what} the times are ${other}; expected ${one}.`);
}
