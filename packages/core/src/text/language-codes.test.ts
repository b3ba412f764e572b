import { expect, test } from 'vitest';
import { isSameLanguage, LANGUAGE_CODES, primaryLanguage } from './language-codes.ts';

test.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['EN-gb', 'en'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['cmn-CN', 'zh'],
  ['CMN', 'zh'],
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['no-NO', 'no'],
  ['tl-PH', 'fil'],
  ['constructor', 'constructor'],
  ['yue-HK', 'yue'],
  ['fil-PH', 'fil'],
  ['*', '*'],
  ['', ''],
])('the language of %j is %j', (code, language) => {
  expect(primaryLanguage(code)).toBe(language);
});

test('the languages of voices are written in two or three lower-case letters', () => {
  const languages = new Set(LANGUAGE_CODES.map(primaryLanguage));
  for (const language of languages) expect(language).toMatch(/^[a-z]{2,3}$/);
  expect(languages).toContain('zh');
  expect(languages).toContain('no');
  for (const unusual of ['cmn', 'nb']) expect(languages).not.toContain(unusual);
});

test.each([
  ['cmn-CN', 'zh', true],
  ['zh-TW', 'cmn', true],
  ['no', 'nb-NO', true],
  ['nn-NO', 'nb', true],
  ['tl', 'fil-PH', true],
  ['da', 'nb', false],
  ['en-US', 'en_gb', true],
  ['yue-HK', 'zh', false],
  ['en', 'de', false],
])('%s and %s are one language: %s', (one, other, expected) => {
  expect(isSameLanguage(one, other)).toBe(expected);
});
