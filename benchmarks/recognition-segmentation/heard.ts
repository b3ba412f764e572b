import { normalizedWords, wordErrorRate } from '@parlance/testkit';
import type { Sample } from '../runner/sample.ts';
import type { Clip } from './clips.ts';

/** Scores a transcript; a word is kept when the transcript begins, or ends, with it. */
export function scoreTranscript({ reference }: Clip, transcript: string): Sample {
  const { errors, words } = wordErrorRate(reference, transcript);
  const [said, heard] = [normalizedWords(reference), normalizedWords(transcript)];
  const isSame = (index: number): number =>
    Number(wordErrorRate(said.at(index) ?? '', heard.at(index) ?? '').errors === 0);
  return { values: { errors, words, firstWordKept: isSame(0), lastWordKept: isSame(-1) }, note: transcript };
}
