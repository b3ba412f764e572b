import fc from 'fast-check';
import { expect, it } from 'vitest';
import { speakableParts } from './speakable-parts.ts';

it('keeps a text whole if its speech is about as long as its letters suggest', () => {
  const text = `${'Sphinx of black quartz, judge my vow; '.repeat(7)}in 2026, for $1,234,567.`;
  expect(speakableParts(text)).toEqual([text]);
});

it('cuts a row of digits', () => {
  expect(speakableParts('7'.repeat(300)).map(({ length }) => length)).toEqual([70, 70, 70, 70, 20]);
});

it('cuts numbers between them', () => {
  expect(speakableParts('1234567890 '.repeat(10)).map((part) => part.trim().split(' ').length)).toEqual([
    6, 4,
  ]);
});

it('loses nothing', () => {
  const text = fc.string({ unit: fc.constantFrom('7', ' ', 'a', '%', '.'), maxLength: 300 });
  fc.assert(
    fc.property(text, (given) => {
      expect(speakableParts(given).join('')).toBe(given);
    }),
  );
});
