import { describe, expect, it } from 'vitest';
import { recognizedUtterance } from '../../segmentation/recognized-utterance.ts';
import { correctedTokens } from './corrected-tokens.ts';

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
});
