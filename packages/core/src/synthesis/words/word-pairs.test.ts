import { expect, it } from 'vitest';
import { readAloud } from '../../text/reading/read-aloud.ts';
import { pairWords } from './word-pairs.ts';

it.each([
  ['Plain words, no more.', ['Plain|Plain', 'words,|words,', 'no|no', 'more.|more.']],
  ['It costs $42, or so.', ['It|It', 'costs|costs', '$42,|forty-two dollars,', 'or|or', 'so.|so.']],
  [
    'Run 5 km (on 3/4/2026).',
    ['Run|Run', '5 km|five kilometers', '(on|(on', '3/4/2026).|March fourth, twenty twenty-six).'],
  ],
  [
    'At 3:45 pm, Dr. Lee left.',
    ['At|At', '3:45 pm,|three forty-five p.m.,', 'Dr.|Doctor', 'Lee|Lee', 'left.|left.'],
  ],
  ['A **bold** word', ['A|A', '**bold**|bold', 'word|word']],
])('finds what is spoken for each word of %s', (written, pairs) => {
  const spoken = readAloud(written, 'en-US');
  expect(
    pairWords(written, spoken).map(
      ({ written: words, spokenStart, spokenEnd }) =>
        `${words.join(' ')}|${spoken.text.slice(spokenStart, spokenEnd).trim()}`,
    ),
  ).toEqual(pairs);
});
