import { describe, expect, it } from 'vitest';
import type { RecognizedToken } from '../../engine/recognition-engine.ts';
import { recognizedUtterance } from '../../segmentation/recognized-utterance.ts';
import { correctedTokens } from './corrected-tokens.ts';

/** Where words were replaced, and by which term. */
type Correction = readonly [start: number, end: number, term: string];

const PLACE = { startTime: 0, endTime: 5, windowStartTime: 0 };

describe('the tokens of a text with terms', () => {
  it('share the time of the words that they replace', () => {
    const heard = 'We use snow flake, in villa new eva.';
    const tokens = heard.split(' ').map((word, at) => ({
      text: ` ${word}`,
      startSeconds: at / 2,
      endSeconds: at / 2 + 0.4,
    }));
    const term = (text: string, of: string) => ({
      start: heard.indexOf(of),
      end: heard.indexOf(of) + of.length,
      term: text,
    });
    const replaced = [term('Snowflake', 'snow flake'), term('La Villanueva', 'villa new eva')];
    const text = 'We use Snowflake, in La Villanueva.';
    const { words } = recognizedUtterance(
      { tokens: correctedTokens(heard, tokens, replaced) },
      { text, ...PLACE },
    );
    expect(words?.map((word) => word.text)).toEqual(text.split(' '));
    expect(words?.[2]).toMatchObject({ startTime: 1, endTime: 1.9 });
    expect(words?.[3]).toMatchObject({ startTime: 2, endTime: 2.4 });
    expect(words?.[4]?.startTime).toBe(2.5);
    expect(words?.[5]?.endTime).toBe(3.9);
    expect(words?.[4]?.endTime).toBeLessThanOrEqual(words?.[5]?.startTime ?? 0);
  });

  it('are found among pieces of words and tags', () => {
    const heard = 'ask chevron now';
    const tokens = ['<|en|>', '\u2581as', 'k', '\u2581chev', 'ron', '\u2581now'].map((text, at) => ({
      text,
      startSeconds: at / 10,
      logProbability: -at,
    }));
    const corrected = correctedTokens(heard, tokens, [{ start: 4, end: 11, term: 'Siobhan' }]);
    expect(corrected.map(({ text }) => text)).toEqual(['<|en|>', '\u2581as', 'k', ' Siobhan', '\u2581now']);
    expect(corrected[3]).toMatchObject({ startSeconds: 0.3, logProbability: -3.5 });
    const { words } = recognizedUtterance({ tokens: corrected }, { text: 'ask Siobhan now', ...PLACE });
    expect(words?.map(({ text, startTime }) => [text, startTime])).toEqual([
      ['ask', 0.1],
      ['Siobhan', 0.3],
      ['now', 0.5],
    ]);
  });

  it('stay as they are if they do not spell the text', () => {
    const tokens = [{ text: 'zz', startSeconds: 0 }];
    expect(correctedTokens('ask', tokens, [{ start: 0, end: 3, term: 'X' }])).toBe(tokens);
    expect(correctedTokens('ask', [], [{ start: 0, end: 3, term: 'X' }])).toEqual([]);
  });

  it.each<[string, string, readonly RecognizedToken[], Correction, readonly RecognizedToken[]]>([
    [
      'one token has the whole text: it is divided by its letters',
      'ask snow flake now.',
      [{ text: 'ask snow flake now.', startSeconds: 1, endSeconds: 3 }],
      [4, 14, 'Snowflake'],
      [
        { text: 'ask', startSeconds: 1, endSeconds: 1.375 },
        { text: ' Snowflake', startSeconds: 1.375, endSeconds: 2.5 },
        { text: ' now.', startSeconds: 2.5, endSeconds: 3 },
      ],
    ],
    [
      'the script has no spaces: none are added',
      '我叫小明。',
      [...'我叫小明。'].map((text, at) => ({ text, startSeconds: at })),
      [2, 4, '晓铭'],
      [
        { text: '我', startSeconds: 0 },
        { text: '叫', startSeconds: 1 },
        { text: '晓铭', startSeconds: 2 },
        { text: '。', startSeconds: 4 },
      ],
    ],
    [
      'only starts are known: the next token ends the term',
      'go villa now',
      [
        { text: ' go', startSeconds: 0 },
        { text: ' villa', startSeconds: 1 },
        { text: ' now', startSeconds: 2.4 },
      ],
      [3, 8, 'La Villa'],
      [
        { text: ' go', startSeconds: 0 },
        { text: ' La', startSeconds: 1, endSeconds: 1.4 },
        { text: ' Villa', startSeconds: 1.4 },
        { text: ' now', startSeconds: 2.4 },
      ],
    ],
    [
      'nothing tells where the term ends: its words begin together',
      'go villa',
      [
        { text: ' go', startSeconds: 0 },
        { text: ' villa', startSeconds: 1 },
      ],
      [3, 8, 'La Villa'],
      [
        { text: ' go', startSeconds: 0 },
        { text: ' La', startSeconds: 1 },
        { text: ' Villa', startSeconds: 1 },
      ],
    ],
    [
      'there are no times: none are made up',
      'go villa now',
      [{ text: ' go' }, { text: ' vil' }, { text: 'la' }, { text: ' now' }],
      [3, 8, 'La Villa'],
      [{ text: ' go' }, { text: ' La' }, { text: ' Villa' }, { text: ' now' }],
    ],
    [
      'the probability of a part is not known: neither is that of the term',
      'go villa',
      [{ text: ' go' }, { text: ' vil', logProbability: -1 }, { text: 'la' }],
      [3, 8, 'Ville'],
      [{ text: ' go' }, { text: ' Ville' }],
    ],
    [
      'that of each part is known: the term has their mean',
      'go villa',
      [{ text: ' go' }, { text: ' vil', logProbability: -1 }, { text: 'la', logProbability: -2 }],
      [3, 8, 'La Ville'],
      [{ text: ' go' }, { text: ' La', logProbability: -1.5 }, { text: ' Ville', logProbability: -1.5 }],
    ],
    [
      'marks and capitals of text and tokens differ',
      'Go, villa…',
      [{ text: ' go' }, { text: '?' }, { text: ' villa' }],
      [4, 9, 'Ville'],
      [{ text: ' go' }, { text: '?' }, { text: ' Ville' }],
    ],
    [
      'the text has words that no token has: nothing is replaced',
      'go villa',
      [{ text: ' go' }],
      [3, 8, 'Ville'],
      [{ text: ' go' }],
    ],
    [
      'a letter has two code units',
      '𝒶𝒷 go',
      [{ text: ' 𝒶𝒷' }, { text: ' go' }],
      [5, 7, 'stop'],
      [{ text: ' 𝒶𝒷' }, { text: ' stop' }],
    ],
  ])('are right where %s', (_what, heard, tokens, [start, end, term], expected) => {
    const corrected = correctedTokens(heard, tokens, [{ start, end, term }]);
    const text = (all: readonly RecognizedToken[]) =>
      all.map(({ startSeconds: _start, endSeconds: _end, ...rest }) => rest);
    expect(text(corrected)).toStrictEqual(text(expected));
    for (const [at, { startSeconds, endSeconds }] of expected.entries()) {
      const close = (seconds: number | undefined) => seconds && expect.closeTo(seconds, 9);
      expect([corrected[at]?.startSeconds, corrected[at]?.endSeconds]).toEqual([
        close(startSeconds),
        close(endSeconds),
      ]);
    }
  });
});
