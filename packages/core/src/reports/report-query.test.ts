import { describe, expect, it } from 'vitest';
import {
  auditQueryInput,
  deliveryQueryInput,
  ledgerQueryInput,
  overviewQueryInput,
  requestQueryInput,
} from './report-query.ts';

describe('the period of a report', () => {
  it.each([
    ['2026-02-03', '2026-02-03T00:00:00.000Z', '2026-02-04T00:00:00.000Z'],
    ['2026-02-03T10:00:00Z', '2026-02-03T10:00:00.000Z', '2026-02-03T10:00:00.000Z'],
    ['2026-02-03T10:00:00.5+02:00', '2026-02-03T08:00:00.500Z', '2026-02-03T08:00:00.500Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', '0001-01-02T00:00:00.000Z'],
    ['9999-12-30', '9999-12-30T00:00:00.000Z', '9999-12-31T00:00:00.000Z'],
  ])('from or to %s begins at %s and ends at %s: a day is included', (text, from, to) => {
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
  ])('of the %s is asked for by %j', (report, query) => {
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
  ])('of the %s is refused to %j', (report, query) => {
    expect(QUERIES[report].safeParse(query)).toMatchObject({ success: false });
  });

  it('has twenty lines a page, and a ledger is JSON, if nothing else is asked for', () => {
    for (const report of ['requests', 'deliveries', 'actions'] as const)
      expect(QUERIES[report].parse({})).toEqual({ limit: 20 });
    expect(ledgerQueryInput.parse({})).toEqual({ format: 'json' });
  });
});
