import { describe, expect, it } from 'vitest';
import { amountInput } from './amount-input.ts';
import { callerUrl } from './caller-url.ts';
import { languageInput } from './language-input.ts';
import { numberBetween, oneOf } from './number-input.ts';
import { pageLimit } from './page-limit.ts';
import { isVisibleText, withHiddenShown } from './visible-text.ts';

describe('an amount', () => {
  it.each([
    [0, '0'],
    [1.5, '1.5'],
    ['0.000000001', '0.000000001'],
    ['999999999999.999999999', '999999999999.999999999'],
  ])('may be %j', (given, amount) => {
    expect(amountInput.parse(given)).toBe(amount);
  });

  it.each([
    -1,
    1e21,
    1e-7,
    Number.NaN,
    '',
    ' 1',
    '1 ',
    '1.',
    '.5',
    '1e3',
    '0.0000000001',
    '1000000000000',
    null,
  ])('may not be %j', (given) => {
    expect(amountInput.safeParse(given).success).toBe(false);
  });
});

describe('an address of a caller', () => {
  it.each([
    'https://receiver.example/hook?a=1',
    `https://receiver.example/${'a'.repeat(2023)}`,
    ' https://receiver.example ',
  ])('may be %j', (given) => {
    expect(callerUrl.parse(given)).toBe(given.trim());
  });

  it.each([
    '',
    'receiver.example',
    'https://a\u202eb.example',
    `https://receiver.example/${'a'.repeat(2024)}`,
    7,
  ])('may not be %j', (given) => {
    expect(callerUrl.safeParse(given).success).toBe(false);
  });
});

describe('a language', () => {
  it.each(['en', 'en-US', 'cmn-Hans-CN', 'x'.repeat(3)])('may be %s', (given) => {
    expect(languageInput.parse(` ${given} `)).toBe(given);
  });

  it.each(['', 'e', 'english', 'en_US', 'en-', 'en-a', 'en-aa-bb-cc-dd-ee', 'en US', 7])(
    'may not be %j',
    (given) => {
      expect(languageInput.safeParse(given).success).toBe(false);
    },
  );
});

describe('the size of a page', () => {
  const limit = pageLimit({ minPage: 2, maxPage: 50, defaultPage: 20 });

  it('is a number in digits', () => {
    expect([limit.parse('2'), limit.parse('50'), limit.parse(undefined)]).toEqual([2, 50, 20]);
  });

  it.each(['1', '51', '', '7.5', '-7', ' 7', '7a', '00007', 7])('may not be %j', (given) => {
    expect(limit.safeParse(given).success).toBe(false);
  });
});

it('a number is within its bounds, which its message names', () => {
  const volume = numberBetween(0.5, 2, ' dB');
  expect([volume.parse(0.5), volume.parse(2)]).toEqual([0.5, 2]);
  for (const given of [0.49, 2.01, '1', Number.NaN])
    expect(volume.safeParse(given).error?.issues[0]?.message).toBe('must be a number from 0.5 to 2 dB');
  expect(oneOf(['mp3', 16])).toBe('must be one of mp3, 16');
});

it.each([
  ['Hello, Zoë! 😀', true, 'Hello, Zoë! 😀'],
  ['a\nb', false, 'a\\u000ab'],
  ['\0', false, '\\u0000'],
  ['safe\u202Eexe\u2069\u2066', false, 'safe\\u202eexe\\u2069\\u2066'],
  ['\u202A\u0085', false, '\\u202a\\u0085'],
])('that all of %j is visible is %s', (text, isVisible, shown) => {
  expect([isVisibleText(text), withHiddenShown(text)]).toEqual([isVisible, shown]);
});
