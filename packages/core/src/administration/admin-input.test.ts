import { describe, expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { appQueryInput } from './apps/app-query.ts';
import { appChangeInput, newAppInput } from './apps/new-app-input.ts';
import { topUpInput } from './balances/top-up-input.ts';
import { removalInput } from './removal-input.ts';
import { signInInput } from './sign-in/sign-in-input.ts';
import { clientTokenInput } from './tokens/client-token-input.ts';
import { rotateTokenInput } from './tokens/rotate-token-input.ts';

describe('the name of an app', () => {
  it.each([
    ['a\0b', '"a\\u0000b"'],
    ['a\nb', '"a\\nb"'],
    ['a\u009Bb', '"a\\u009bb"'],
    ['a\u202Eb', '"a\\u202eb"'],
    ['a\u2066b', '"a\\u2066b"'],
  ])('is refused with a hidden character: %j', (name, shown) => {
    const message = `name must have no control characters and none that turn the direction of text; got ${shown}.`;
    for (const schema of [newAppInput, appChangeInput])
      expect(() => parseInput(schema, { name })).toThrow(message);
  });

  it.each(['Zoë’s 店 👩‍💻', ' trimmed\n'])('may be %j', (name) => {
    expect(parseInput(appChangeInput, { name })).toEqual({ name: name.trim() });
  });
});

describe('credits and seconds', () => {
  it.each([
    [0, '0'],
    [12.5, '12.5'],
    ['0.000000001', '0.000000001'],
    ['123456789012.5', '123456789012.5'],
    [null, null],
  ])('of a new app may be %j', (credits, parsed) => {
    expect(parseInput(newAppInput, { name: 'a', credits }).credits).toBe(parsed);
  });

  it.each([-1, 1e21, 1e-10, Number.NaN, '1e3', '', ' 1', '1234567890123', true, {}])(
    'are refused as %j, with the rule',
    (credits) => {
      expect(() => parseInput(newAppInput, { name: 'a', credits })).toThrow(
        /^credits must be a number from 0 to 999999999999, with at most 9 decimals/,
      );
    },
  );

  it.each([
    [{}, /must have credits, seconds or both/],
    [{ credits: 0 }, /^credits must be above 0/],
    [{ seconds: '0.0' }, /^seconds must be above 0/],
    [{ credits: '-5' }, /^credits must be a number from 0/],
  ])('a top-up of %j is refused', (body, message) => {
    expect(() => parseInput(topUpInput, body)).toThrow(message);
  });

  it('may be added together', () => {
    expect(parseInput(topUpInput, { credits: 5, seconds: '2.5', other: 1 })).toEqual({
      credits: '5',
      seconds: '2.5',
    });
  });
});

const INPUTS = {
  'a client token': clientTokenInput,
  'a replaced token': rotateTokenInput,
  'signing in': signInInput,
  'a removal': removalInput,
  'a list of apps': appQueryInput,
  'a change of an app': appChangeInput,
  'a top-up': topUpInput,
};
type Input = keyof typeof INPUTS;

describe('what operators send', () => {
  it.each<[Input, object, object]>([
    ['a client token', {}, { expiresInSeconds: 600 }],
    ['a client token', { expiresInSeconds: 60, maxUses: 1 }, { expiresInSeconds: 60, maxUses: 1 }],
    [
      'a client token',
      { expiresInSeconds: 3600, maxUses: 1_000_000 },
      { expiresInSeconds: 3600, maxUses: 1_000_000 },
    ],
    ['a client token', { maxUses: null }, { expiresInSeconds: 600, maxUses: null }],
    ['a replaced token', {}, { graceSeconds: 0 }],
    ['a replaced token', { graceSeconds: 2_592_000 }, { graceSeconds: 2_592_000 }],
    ['signing in', { password: 'x' }, { password: 'x' }],
    ['signing in', { password: 'x'.repeat(1000) }, { password: 'x'.repeat(1000) }],
    ['a removal', {}, { force: false }],
    ['a removal', { force: 'false' }, { force: false }],
    ['a removal', { force: 'true' }, { force: true }],
    ['a list of apps', { search: ' my app ', cursor: 'c' }, { search: 'my app', cursor: 'c', limit: 20 }],
    ['a change of an app', { requestsPerMinute: null }, { requestsPerMinute: null }],
    ['a change of an app', { sttConcurrency: 1, credits: 5 }, { sttConcurrency: 1 }],
    ['a top-up', { credits: 1 }, { credits: '1' }],
    ['a top-up', { seconds: 1 }, { seconds: '1' }],
  ])('as %s may be %j', (input, given, parsed) => {
    expect(parseInput(INPUTS[input], given)).toEqual(parsed);
  });

  it.each<[Input, object]>([
    ['a client token', { expiresInSeconds: 59 }],
    ['a client token', { expiresInSeconds: 3601 }],
    ['a client token', { maxUses: 0 }],
    ['a client token', { maxUses: 1_000_001 }],
    ['a replaced token', { graceSeconds: -1 }],
    ['a replaced token', { graceSeconds: 2_592_001 }],
    ['a replaced token', { graceSeconds: 0.5 }],
    ['signing in', {}],
    ['signing in', { password: '' }],
    ['signing in', { password: 'x'.repeat(1001) }],
    ['a removal', { force: true }],
    ['a removal', { force: '' }],
    ['a list of apps', { cursor: '' }],
    ['a list of apps', { limit: '0' }],
    ['a change of an app', {}],
    ['a change of an app', { credits: 5 }],
  ])('as %s may not be %j', (input, given) => {
    expect(() => parseInput(INPUTS[input], given)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });
});
