import { expect, it } from 'vitest';
import { CASES, longText, textOf } from './texts.ts';

it.each(Object.entries(CASES))('%s is as long as it says, trimmed', (name, [voiceCode, characters]) => {
  const long = longText(name);
  expect(long.voiceCode).toBe(voiceCode);
  expect(long.text.trim()).toHaveLength(characters);
});

it('is of any length that is asked for', () => {
  expect(textOf(20_000).trim()).toHaveLength(20_000);
});
