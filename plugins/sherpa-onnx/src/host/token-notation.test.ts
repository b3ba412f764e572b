import { expect, it } from 'vitest';
import { joinBytes, withSpaces } from './token-notation.ts';

it('puts a space before each word if a vocabulary marks the pieces that continue one', () => {
  expect(withSpaces(['hel@@', 'lo', 'world', '你', '好', 'o@@', 'k'], '@@')).toEqual(
    [' hel', 'lo', ' world', '你', '好', ' o', 'k'], // biome-ignore format: as long as the list above
  );
});

it('joins the bytes of a sign, which begins with the first of them', () => {
  const bytes = ['<0xE4>', '<0xBD>', '<0xA0>', '<0xE5>', '<0xA5>', '<0xBD>'];
  const tokens = [' hi', ...bytes, '<unk>'].map((text, index) => ({
    text,
    startSeconds: index / 10,
    logProbability: -0.1,
  }));
  expect(joinBytes(tokens)).toEqual([
    { text: ' hi', startSeconds: 0, logProbability: -0.1 },
    { text: '你', startSeconds: 0.1, logProbability: expect.closeTo(-0.3) },
    { text: '好', startSeconds: 0.4, logProbability: expect.closeTo(-0.3) },
    { text: '<unk>', startSeconds: 0.7, logProbability: -0.1 },
  ]);
});

it('leaves out an incomplete character, and keeps those after it', () => {
  const tokens = ['<0xE4>', ' hi', '<0xC3>', '<0xA4>'].map((text) => ({ text }));
  expect(joinBytes(tokens)).toEqual([{ text: ' hi' }, { text: 'ä' }]);
});
