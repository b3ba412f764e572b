import { describe, expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import {
  auditQueryInput,
  deliveryQueryInput,
  ledgerQueryInput,
  overviewQueryInput,
  requestQueryInput,
} from './report-query.ts';

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
    ['2026-02-03', '2026-02-03T00:00:00.000Z', '2026-02-04T00:00:00.000Z'],
    ['2026-02-03T10:00:00Z', '2026-02-03T10:00:00.000Z', '2026-02-03T10:00:00.000Z'],
    ['2026-02-03T10:00:00.5+02:00', '2026-02-03T08:00:00.500Z', '2026-02-03T08:00:00.500Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
    ['9999-12-30', '9999-12-30T00:00:00.000Z', '9999-12-31T00:00:00.000Z'],
  ])('that names %s begins at %s or ends at %s, in every report', (text, from, to) => {
    for (const schema of [overviewQueryInput, ledgerQueryInput, requestQueryInput])
      expect(schema.parse({ from: text, to: text })).toMatchObject({ from, to });
  });

  it.each(['today', '2026-02-30', '2026-02-03T10:00:00', '0000-12-31', '9999-12-31', 7])(
    'may not begin or end at %j',
    (time) => {
      for (const member of ['from', 'to'])
        expect(overviewQueryInput.safeParse({ [member]: time })).toMatchObject({ success: false });
    },
  );
});

const QUERIES = {
  overview: overviewQueryInput,
  requests: requestQueryInput,
  deliveries: deliveryQueryInput,
  actions: auditQueryInput,
  ledger: ledgerQueryInput,
};
type Report = keyof typeof QUERIES;

describe('a report', () => {
  it.each<[Report, object]>([
    ['overview', {}],
    ['overview', { appId: 'app1', interval: 'day' }],
    ['requests', { appId: 'app1', status: 'failed', cursor: 'c', limit: '7' }],
    ['deliveries', { appId: 'app1', state: 'dead', cursor: 'c', limit: '7' }],
    ['actions', { cursor: 'c', limit: '7' }],
    ['ledger', { format: 'csv' }],
  ])('of the %s may be asked for with %j', (report, query) => {
    const limit = 'limit' in query ? { limit: Number(query.limit) } : {};
    expect(QUERIES[report].parse(query)).toEqual({ ...query, ...limit });
  });

  it.each<[Report, object]>([
    ['overview', { appId: '' }],
    ['overview', { interval: 'week' }],
    ['requests', { status: 'done' }],
    ['requests', { cursor: '' }],
    ['deliveries', { state: 'lost' }],
    ['actions', { limit: '0' }],
    ['actions', { limit: '101' }],
    ['ledger', { format: 'xml' }],
  ])('of the %s is refused with %j', (report, query) => {
    expect(QUERIES[report].safeParse(query)).toMatchObject({ success: false });
  });

  it.each([
    [{ status: 'done' }, /^status must be one of processing, success, failed/],
    [{ limit: '0' }, /^limit must be an integer from 1 to 100/],
    [{ cursor: '' }, /^cursor must not be empty/],
  ])('a list of requests refuses %j', (query, message) => {
    expect(() => parseInput(requestQueryInput, query)).toThrow(message);
  });

  it('has twenty lines a page, and a ledger is JSON, if nothing else is asked for', () => {
    for (const report of ['requests', 'deliveries', 'actions'] as const)
      expect(QUERIES[report].parse({})).toEqual({ limit: 20 });
    expect(ledgerQueryInput.parse({})).toEqual({ format: 'json' });
  });
});
