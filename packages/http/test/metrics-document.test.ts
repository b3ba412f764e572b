import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeService } from './support/fake-service.ts';
import { startServer } from './support/test-server.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const read = (path: string): string => readFileSync(join(DOCS, path), 'utf8');

/** Type of each metric of a scrape, of a service that has everything to tell. */
async function scrapedTypes(): Promise<ReadonlyMap<string, string>> {
  const service = fakeService({
    workload: () => ({ segmentCache: { hits: 0, misses: 0, bytes: 0 }, incidents: [], engines: [] }),
    backlog: async () => ({ jobs: {}, oldestJobWaitMs: {}, deliveries: {} }),
    dependencies: async () => ({ database: null, audio: null }),
    onMeasurement: () => () => undefined,
    memoryKills: () => 0,
    endFigures: () => ({ waiting: 0, lost: 0 }),
    connectionFigures: () => ({ busy: 0, idle: 0, waiting: 0 }),
  });
  const { url } = await startServer({ service });
  const text = await (await fetch(`${url}/metrics`)).text();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]);
  return new Map(types as [string, string][]);
}

it('are those that the documentation lists, with their types', async () => {
  const rows = [...read('operations.md').matchAll(/^\| `(parlance_\w+)` \| (\w+) \|/gm)];
  const listed = rows.map(([, name = '', type = '']): [string, string] => [name, type]);
  const scraped = [...(await scrapedTypes())].filter(([name]) => name.startsWith('parlance_'));
  expect(listed.toSorted()).toEqual(scraped.toSorted());
});

it('follow the conventions: counters end with _total, times are seconds, sizes bytes', async () => {
  for (const [name, type] of await scrapedTypes()) {
    if (!name.startsWith('parlance_')) continue;
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(name).not.toMatch(/_(ms|milliseconds|mib|kb|minutes)(_|$)/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
  }
});

it.each(['deploy/grafana/parlance.json', 'deploy/prometheus/alerts.yaml'])(
  'exist for everything that %s uses',
  async (file) => {
    const types = await scrapedTypes();
    const series = new Set<string>();
    for (const [name, type] of types)
      for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
        series.add(name + suffix);
    const asked = new Set(read(file).match(/\b(?:parlance|process|nodejs)_[a-z0-9_]+/g));
    expect(asked.size).toBeGreaterThan(10);
    expect([...asked].filter((name) => !series.has(name))).toEqual([]);
  },
);
