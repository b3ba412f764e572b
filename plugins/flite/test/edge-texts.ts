import type { SynthesisEngine } from '@parlance/core/engine';
import { peak } from '@parlance/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine, speak } from './open-engine.ts';

/**
 * What a voice makes of texts that nobody expects.
 *
 * @param numRuns how many texts of any characters it is given as well
 */
export function describeEdgeTexts(voiceCode: string, { numRuns }: { numRuns: number }): void {
  let engine: SynthesisEngine;

  beforeAll(async () => {
    engine = await openEngine({ threads: 2 });
  });

  afterAll(() => engine.close());

  describe(voiceCode, () => {
    it.each([
      ['300 times a', 'a'.repeat(300)],
      ['300 digits', '7'.repeat(300)],
      ['an address', 'See https://example.com/a?b=c&d=1#top now'],
      ['numbers', 'In 1999, 3.14 and 12,345 cost $5.50 or 20%.'],
      ['a tag', '<break time="3s"/> hello'],
      ['an option', '--help'],
      ['an option with a value', '-voice slt hello'],
      ['the name of a file', 'text.txt'],
      ['signs alone', '@ # & + ='],
      ['a comparison alone', '<'],
      ['two scripts', '你好 hello привет'],
      ['accents', 'Café naïve, 20 °C, €5'],
      ['control characters', 'he\u0000l\u001blo'],
      ['one letter', 'a'],
      ['one digit', '1'],
      ['nothing but words with no stop', 'word '.repeat(60).trim()],
      ['many short sentences', 'No. '.repeat(75).trim()],
      ['dots in the middle', 'Hello ... world . again'],
    ])('speaks %s', async (_name, text) => {
      const samples = await speak(engine, { text, voiceCode });
      expect(peak(samples)).toBeGreaterThan(0.2);
    });

    it.each(['...', '?!', '—', '“”', '()', '-', '你好', 'привет', '😀', '\u200b', "'", '; :'])(
      'gives no samples at all for %j',
      async (text) => {
        expect(await speak(engine, { text, voiceCode })).toHaveLength(0);
      },
    );

    it('speaks a tag as words: each attribute makes it longer, as no pause mark would', async () => {
      const lengthOf = async (text: string) => (await speak(engine, { text, voiceCode })).length;
      const bare = await lengthOf('hello');
      const short = await lengthOf('<break time="1s"/> hello');
      const sameWords = await lengthOf('<break time="9s"/> hello');
      expect(short).toBeGreaterThan(1.5 * bare);
      expect(Math.abs(sameWords / short - 1)).toBeLessThan(0.2);
    });

    it('takes no text for an option: what looks like one is spoken by the voice asked for', async () => {
      const asOption = await speak(engine, { text: '-voice rms hello', voiceCode });
      const asWords = await speak(engine, { text: 'voice rms hello', voiceCode });
      expect(asOption).toEqual(asWords);
    });
  });

  it('never fails on any text: speech that is heard, or no samples', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (text) => {
        const samples = await speak(engine, { text, voiceCode });
        if (samples.length > 0) expect(peak(samples)).toBeGreaterThan(0.01);
      }),
      { numRuns },
    );
  });

  it('refuses a unit beyond its limit, counted in code points', async () => {
    const refusal = speak(engine, { text: '😀'.repeat(301), voiceCode });
    await expect(refusal).rejects.toThrow('The unit has 301 characters; the limit is 300.');
    expect(await speak(engine, { text: '😀'.repeat(300), voiceCode })).toHaveLength(0);
  });
}
