import { expect, it } from 'vitest';
import { TEXTS } from './texts.ts';

it.each(Object.entries(TEXTS))('has a text of %s characters', (chars, text) => {
  expect([...text]).toHaveLength(Number(chars));
});
