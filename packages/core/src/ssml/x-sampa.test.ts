import { expect, it } from 'vitest';
import { fromXSampa } from './x-sampa.ts';

it.each([
  ['t@"mA:tS@', 't\u0259\u02c8m\u0251\u02d0t\u0283\u0259'],
  // Signs of several characters before their parts.
  ['3\\@\\I\\', '\u025e\u0258\u1d7b'],
  ['d_<d`d', '\u0257\u0256d'],
  ['g_<gG\\G', '\u0260\u0261\u0262\u0263'],
  ['%a"b', '\u02cca\u02c8b'],
  ['zxy', 'zxy'],
  ['', ''],
])('writes %s in IPA', (text, ipa) => {
  expect(fromXSampa(text)).toBe(ipa);
});
