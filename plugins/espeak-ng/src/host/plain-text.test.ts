import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['x<y and z>w', 'x y and z>w'],
  ['say <b>this</b>', 'say  b>this /b>'],
  ['before <!-- all --> after', 'before  !-- all --> after'],
  ['before <?all?> after', 'before  ?all?> after'],
  ['I <3 you, 1 < 2', 'I <3 you, 1 < 2'],
  ['[[a]] [b]', ' [a]] [b]'],
  ['one\0two\nthree', 'one two three'],
])('takes the commands from %j, and keeps its words', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
