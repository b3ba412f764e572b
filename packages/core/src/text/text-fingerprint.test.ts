import { expect, it } from 'vitest';
import { fingerprintOf } from './text-fingerprint.ts';

const ofTexts = (...texts: readonly string[]): number | undefined =>
  texts.reduce<number | undefined>((before, text) => fingerprintOf(text, before), undefined);

it('differs if the texts, their order or their division differ', () => {
  const all = [
    ofTexts('ab', 'c'),
    ofTexts('a', 'bc'),
    ofTexts('abc'),
    ofTexts('c', 'ab'),
    ofTexts('ab', 'd'),
    ofTexts('ab', 'c', ''),
    ofTexts('ab'),
    ofTexts('ba'),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(ofTexts('ab', 'c')).toBe(all[0]);
});

it('stays the same as in stored checkpoints: 32 bits, unsigned', () => {
  // FNV-1a of "a" is 0xe40c292c; the end of the text follows.
  const end = (hash: number): number => Math.imul(hash ^ 0x10000, 0x01000193) >>> 0;
  expect(fingerprintOf('a')).toBe(end(0xe40c292c));
  expect(fingerprintOf('')).toBe(end(0x811c9dc5));
});
