import { describe, expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { ledgerQueryInput, overviewQueryInput, requestQueryInput } from '../reports/report-query.ts';
import { appChangeInput, newAppInput } from './apps/new-app-input.ts';
import { topUpInput } from './balances/top-up-input.ts';

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
