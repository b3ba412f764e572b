import { describe, expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { ledgerQueryInput, overviewQueryInput, requestQueryInput } from '../reports/report-query.ts';
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

describe('the range of a report', () => {
  it.each([
    [{ from: '2026-11-21', to: '2026-11-21' }, '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    [
      { from: '2026-11-21T10:00:00Z', to: '2026-11-21T12:00:00.5+02:00' },
      '2026-11-21T10:00:00.000Z',
      '2026-11-21T10:00:00.500Z',
    ],
    [{}, undefined, undefined],
  ])('%j is read in UTC, and its last day is included', (query, from, to) => {
    expect(parseInput(overviewQueryInput, query)).toEqual({ from, to });
  });

  it.each(['21.11.2026', '2026-02-30', '2026-11-21T10:00:00', 'yesterday', '2026-13-01T00:00:00Z', ''])(
    'refuses %j',
    (from) => {
      expect(() => parseInput(overviewQueryInput, { from })).toThrow(/^from must be a date YYYY-MM-DD/);
    },
  );

  it.each([
    '9999-12-31',
    '9999-12-31T00:00:00Z',
    '9999-12-30T23:00:00-01:00',
    '0000-12-31',
    '0001-01-01T00:00:00+01:00',
  ])('refuses %j, beside which no database has another day', (time) => {
    for (const schema of [overviewQueryInput, requestQueryInput, ledgerQueryInput]) {
      expect(() => parseInput(schema, { from: time })).toThrow(
        /^from must lie between 0001-01-01 and 9999-12-30; got/,
      );
      expect(() => parseInput(schema, { to: time })).toThrow(
        /^to must lie between 0001-01-01 and 9999-12-30; got/,
      );
    }
  });

  it('takes the first day and the last one', () => {
    expect(parseInput(overviewQueryInput, { from: '0001-01-01', to: '9999-12-30' })).toEqual({
      from: '0001-01-01T00:00:00.000Z',
      to: '9999-12-31T00:00:00.000Z',
    });
  });

  it.each([
    [{ status: 'done' }, /^status must be one of processing, success, failed/],
    [{ limit: '0' }, /^limit must be an integer from 1 to 100/],
    [{ cursor: '' }, /^cursor must not be empty/],
  ])('a list of requests refuses %j', (query, message) => {
    expect(() => parseInput(requestQueryInput, query)).toThrow(message);
  });
});
