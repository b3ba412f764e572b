import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '../language-codes.ts';
import { normalizeForSpeech } from '../normalize-for-speech.ts';
import { DEFAULT_PAUSES } from '../pause-plan.ts';
import { countChars, hasSpeech, isSpeakable } from '../speakable.ts';
import { segmentText } from './segment-text.ts';

const PIECES = [
  'Hello', 'the', 'and', 'Dr.', 'e.g.', 'etc.', '3.14', '1,000', '10:30', 'v1.2.3', 'https://a.b/c,d', 'a@b.co', 'x.txt',
  'J.', '1.', '...', '…', '.', ',', ';', ':', '?', '!', '—', '-', '"', '“', '”', '(', ')', '[1]', '¿', '¡', '؟', '،', '؛',
  '।', '॥', '。', '，', '、', '「', '」', ' ', ' ', ' ', ' ', '\n', '\n\n', '\r\n', '\u2028', '😀', '👨‍👩‍👧', '\u200b', '\ud800',
  'क्षि', 'नमस्ते', '你好', '今天天气', 'ひらがな', 'カタカナ', '안녕하세요', 'สวัสดีครับ', 'می\u200cخواهم', 'q\u0303', '𠮷', 'Привет', 'т. е.',
  '%', '$5', '=', '*', '·', 'τι;', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
]; // biome-ignore format: a list of words reads better packed

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

const options = fc.record({
  languageCode: fc.constantFrom(...LANGUAGE_CODES),
  maxUnitChars: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 600 })),
  firstUnit: fc.constantFrom('short' as const, 'natural' as const),
  clientPause: fc.constantFrom(DEFAULT_PAUSES, undefined),
});

/** Without white space: a segment holds one space where the text has a line break. */
const dense = (text: string) => text.replace(/\s+/g, '');

describe('the law of segments', () => {
  it('loses nothing speakable, adds nothing, and respects every limit', () => {
    fc.assert(
      fc.property(texts, options, (text, { clientPause, ...rest }) => {
        const segments = [
          ...segmentText(text, { ...rest, ...(clientPause === undefined ? {} : { clientPause }) }),
        ];
        const source = dense(normalizeForSpeech(text));
        let at = 0;
        for (const segment of segments) {
          expect(hasSpeech(segment.text)).toBe(true);
          expect(segment.text).toBe(segment.text.trim());
          expect(segment.text).not.toMatch(/\n|\s{2}/);
          expect(segment.text.isWellFormed()).toBe(true);
          expect(countChars(segment.text)).toBeLessThanOrEqual(rest.maxUnitChars);
          const found = source.indexOf(dense(segment.text), at);
          expect(found).toBeGreaterThanOrEqual(at);
          expect(hasSpeech(source.slice(at, found))).toBe(false);
          at = found + dense(segment.text).length;
          const isLast = segment === segments.at(-1);
          expect(segment.boundaryAfter === 'end').toBe(isLast);
          if (clientPause === undefined) expect(segment).not.toHaveProperty('silenceAfterSeconds');
        }
        expect(hasSpeech(source.slice(at))).toBe(false);
        expect(segments.length > 0).toBe(isSpeakable(text));
      }),
      { numRuns: 1500, seed: 20261121 },
    );
  });
});
