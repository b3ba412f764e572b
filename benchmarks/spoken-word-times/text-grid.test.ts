import { expect, it } from 'vitest';
import { readTier } from './text-grid.ts';

const LONG = `File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 1.5
tiers? <exists>
size = 2
item []:
    item [1]:
        class = "IntervalTier"
        name = "word"
        xmin = 0
        xmax = 1.5
        intervals: size = 3
        intervals [1]:
            xmin = 0
            xmax = 0.25
            text = ""
        intervals [2]:
            xmin = 0.25
            xmax = 0.75
            text = "so"
        intervals [3]:
            xmin = 0.75
            xmax = 1.5
            text = "a ""so"" 12"
    item [2]:
        class = "TextTier"
        name = "pitch"
        xmin = 0
        xmax = 1.5
        points: size = 1
        points [1]:
            number = 0.5
            mark = "120"
`;
const SHORT = `File type = "ooTextFile"
Object class = "TextGrid"

0
1.5
<exists>
2
"TextTier"
"pitch"
0
1.5
1
0.5
"120"
"IntervalTier"
"words"
0
1.5
3
0
0.25
""
0.25
0.75
"so"
0.75
1.5
"a ""so"" 12"
`;

it.each([
  ['long', LONG],
  ['short', SHORT],
])('reads the words of the %s form', (_name, source) => {
  expect(readTier(source, ['word', 'words'])).toEqual([
    { startSeconds: 0.25, endSeconds: 0.75, text: 'so' },
    { startSeconds: 0.75, endSeconds: 1.5, text: 'a "so" 12' },
  ]);
});

it('finds no words where there is no such tier', () => {
  expect(readTier(LONG, ['phones'])).toEqual([]);
});
