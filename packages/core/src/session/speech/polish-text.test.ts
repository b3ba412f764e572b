import { expect, it } from 'vitest';
import { polishText } from './polish-text.ts';

it('writes numbers in digits on request, before it makes the text a sentence', () => {
  const raw = 'TWENTY FIVE  PERCENT';
  expect(polishText(raw, { isPunctuated: false, numbersIn: 'en' })).toBe('25%.');
  expect(polishText(raw, { isPunctuated: false })).toBe('Twenty five percent.');
});

it.each([
  ['  Hello,\n there.  ', true, 'Hello, there.'],
  ['so far', true, 'so far'],
  ['so far so good', false, 'So far so good.'],
  ['HELLO AND I AGREE', false, 'Hello and I agree.'],
  ['is it?', false, 'Is it?'],
  ['we met Bob in NYC', false, 'We met Bob in NYC.'],
  ['so i said', false, 'So i said.'],
  ['élan', false, 'Élan.'],
  ['42', false, '42.'],
  ['', false, ''],
])('turns %j, punctuated by its model: %s, into %j', (raw, isPunctuated, text) => {
  expect(polishText(raw, { isPunctuated })).toBe(text);
});
