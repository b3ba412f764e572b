import { expect, it } from 'vitest';
import { recognitionOf } from './recognition-result.ts';

it('joins tokens with their times and log-probabilities', () => {
  const raw = { text: ' hi ', tokens: [' h', 'i'], startSeconds: [0, 0.2], logProbabilities: [-0.1, 0.001] };
  expect(recognitionOf(raw)).toEqual({
    text: 'hi',
    tokens: [
      { text: ' h', startSeconds: 0, logProbability: -0.1 },
      { text: 'i', startSeconds: 0.2, logProbability: 0 },
    ],
  });
});

it.each([
  ['<|yue|>', 'yue'],
  ['en', 'en'],
  ['jw', 'jv'],
  ['<|nospeech|>', undefined],
  ['', undefined],
  [undefined, undefined],
])('tells the language that a model calls %s', (written, language) => {
  const raw = { text: 'hi', tokens: [], startSeconds: [], logProbabilities: [], language: written };
  expect(recognitionOf(raw).language).toBe(language);
});

it('leaves out lists of another length than the tokens', () => {
  const raw = { text: 'hi', tokens: ['h', 'i'], startSeconds: [0], logProbabilities: [] };
  expect(recognitionOf(raw).tokens).toEqual([{ text: 'h' }, { text: 'i' }]);
});
