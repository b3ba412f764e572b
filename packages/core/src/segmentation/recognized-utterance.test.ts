import { describe, expect, it } from 'vitest';
import { recognizedUtterance } from './recognized-utterance.ts';

const place = { text: 'x', windowStartTime: 9.9, startTime: 10, endTime: 13 };
const timed = (texts: readonly string[], stepSeconds = 0.2) =>
  texts.map((text, index) => ({ text, startSeconds: 0.1 + index * stepSeconds }));
const saidBy = (texts: readonly string[]) => texts.filter((text) => !text.startsWith('<')).join('');
const wordsOf = (texts: readonly string[], stepSeconds?: number) =>
  recognizedUtterance({ tokens: timed(texts, stepSeconds) }, { ...place, text: saidBy(texts) }).words?.map(
    ({ text }) => text,
  );

describe('the words of an utterance', () => {
  it.each([
    ['marks of subword vocabularies', ['▁THE', '▁QUI', 'CK', '▁F', 'OX'], ['THE', 'QUICK', 'FOX']],
    ['spaces before tokens', [' The', ' qu', 'ick', ' fox', '.'], ['The', 'quick', 'fox.']],
    ['spaces as tokens', ['h', 'i', ' ', 'y', 'o', 'u'], ['hi', 'you']],
    ['signs of a script without spaces', ['今', '天', '，', '好'], ['今', '天，', '好']],
    ['spaces after tokens', ['hi ', 'you'], ['hi', 'you']],
    ['the end of a script without spaces', ['今', 'A', 'B', '天'], ['今', 'AB', '天']],
    ['nothing but spaces', [' a', '▁', '-', 'b', ' .'], ['a-b.']],
    ['tags', ['<|en|>', ' yes', '<|HAPPY|>'], ['yes']],
  ])('are separated by %s', (_, tokens, words) => {
    expect(wordsOf(tokens)).toEqual(words);
  });

  it('count from the window that was decoded, stay inside the voice and never overlap', () => {
    const { words } = recognizedUtterance(
      { tokens: timed(['▁a', '▁b', 'c', '▁d']) },
      { ...place, text: 'A bc, d.' },
    );
    expect(words).toEqual([
      { text: 'a', startTime: 10, endTime: expect.closeTo(10.2) },
      { text: 'bc', startTime: expect.closeTo(10.2), endTime: expect.closeTo(10.6) },
      { text: 'd', startTime: expect.closeTo(10.6), endTime: expect.closeTo(11.6) },
    ]);
  });

  it('may begin before the detected voice if the recording was searched for them, and so may the utterance', () => {
    const tokens = [
      { text: ' a', startSeconds: -0.1, endSeconds: 0.05 },
      { text: ' b', startSeconds: 0.05, endSeconds: 0.4 },
      { text: ' c', startSeconds: 2.9, endSeconds: 3.4 },
    ];
    expect(recognizedUtterance({ tokens }, { ...place, text: 'a b c' })).toEqual({
      text: 'a b c',
      startTime: 9.9,
      endTime: 13,
      words: [
        { text: 'a', startTime: 9.9, endTime: 9.95 },
        { text: 'b', startTime: 9.95, endTime: 10.3 },
        { text: 'c', startTime: 12.8, endTime: 13 },
      ],
    });
  });

  it('end with their letters, not with the marks behind them', () => {
    const ends = (tokens: Parameters<typeof recognizedUtterance>[0]['tokens']) =>
      recognizedUtterance({ tokens }, { ...place, text: 'a. b' }).words?.map(({ endTime }) => endTime);
    const marked = [
      { text: ' a', startSeconds: 0.1 },
      { text: '.', startSeconds: 0.9 },
      { text: ' b', startSeconds: 2.9 },
    ];
    expect(ends(marked)).toEqual([11, 13]);
    const ended = marked.map((token, index) => ({ ...token, endSeconds: [0.4, 1.5, 3][index] }));
    expect(ends(ended)).toEqual([10.3, 12.9]);
  });

  it('are none if there is no token, and no token if it is a tag', () => {
    const tokens = [{ text: '<|en|>' }, { text: '<sad>' }, { text: ' a', startSeconds: 0.1 }];
    expect(recognizedUtterance({ tokens }, { ...place, text: 'a' }).words).toHaveLength(1);
    for (const text of ['a<b>', '<b>a', '<b'])
      expect(
        recognizedUtterance({ tokens: [{ text, startSeconds: 0.1 }] }, { ...place, text }).words,
      ).toMatchObject([{ text }]);
    expect(recognizedUtterance({ tokens: [] }, { ...place, text: '' })).not.toHaveProperty('words');
  });

  it('come with the language that the engine detected', () => {
    const tokens = timed([' hi']);
    expect(recognizedUtterance({ tokens, language: 'en' }, { ...place, text: 'Hi' })).toMatchObject({
      language: 'en',
      words: [{ text: 'hi' }],
    });
    expect(recognizedUtterance({ tokens }, { ...place, text: 'Hi' })).not.toHaveProperty('language');
    expect(Object.keys(recognizedUtterance({ tokens: [] }, place))).toEqual(['text', 'startTime', 'endTime']);
  });

  it('are left out if the tokens do not spell the text', () => {
    const tokens = timed(['▁ƍĩĴ', 'ƌŕĭ']);
    expect(recognizedUtterance({ tokens }, { ...place, text: '你好' })).not.toHaveProperty('words');
  });

  it('are left out if a token has no time', () => {
    const tokens = [{ text: '▁a', startSeconds: 0.1 }, { text: '▁b' }];
    expect(recognizedUtterance({ tokens }, { ...place, text: 'a b' })).toEqual({
      text: 'a b',
      startTime: 10,
      endTime: 13,
    });
  });

  it('have the mean probability if every token has one', () => {
    const tokens = [
      { text: 'a', logProbability: -0.2 },
      { text: 'b', logProbability: -0.4 },
    ];
    expect(recognizedUtterance({ tokens }, place).meanLogProbability).toBeCloseTo(-0.3);
    expect(recognizedUtterance({ tokens: [...tokens, { text: 'c' }] }, place)).not.toHaveProperty(
      'meanLogProbability',
    );
  });
});
