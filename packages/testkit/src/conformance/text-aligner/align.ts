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

/** The first half of the words and the audio in which they are said, as another task. */
export function shorter({ speech }: TextAlignerSubject): Pick<AlignmentTask, 'samples' | 'text' | 'words'> {
  const { samples, sampleRateHz, times } = speech;
  const words = speech.text.split(' ');
  const count = Math.ceil(words.length / 2);
  const text = words.slice(0, count).join(' ');
  const [last, next] = [times[count - 1]?.endSeconds ?? 0, times[count]?.startSeconds ?? 0];
  const endSamples = Math.round(((last + next) / 2) * sampleRateHz);
  return { samples: samples.slice(0, endSamples), text, words: wordRanges(text) };
}

/** Checks that the aligner works, without comparing its times. */
export async function usable(subject: TextAlignerSubject): Promise<Problems> {
  return orderProblems(await align(subject), subject);
}

/** Checks that there is a span for each word of the speech, in order and inside the audio. */
export function orderProblems(
  found: readonly AlignedWord[],
  { speech }: TextAlignerSubject,
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

/** Checks that speech has the same times in another situation, with which the sentence begins. */
export function changeProblems(
  what: string,
  due: readonly AlignedWord[],
  found: readonly AlignedWord[],
): Problems {
  const [one, other] = [JSON.stringify(due), JSON.stringify(found)];
  return problemIf(one !== other, `${what} the times are ${other}; expected ${one}.`);
}
