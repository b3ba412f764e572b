import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import { createSpeech } from '@parlance/runtime';
import { openStorage } from '@parlance/storage-sql';
import type { OpenVariant } from '../runner/contract.ts';
import { BUSY_APP, fillDatabase, tidyDatabase } from './fill-database.ts';

const DAY_MS = 86_400_000;
const PAGE = 20;

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** What the console asks, by the name of the case. */
export const QUESTIONS: Readonly<Record<string, (service: SpeechService) => Promise<unknown>>> = {
  'requests, first page': (service) => service.listRequests({ limit: PAGE }),
  'requests that failed': (service) => service.listRequests({ status: 'failed', limit: PAGE }),
  'requests under way': (service) => service.listRequests({ status: 'processing', limit: PAGE }),
  'requests of one app': (service) => service.listRequests({ appId: BUSY_APP, limit: PAGE }),
  'failed requests of one app, a month ago': (service) =>
    service.listRequests({ appId: BUSY_APP, status: 'failed', to: daysAgo(30), limit: PAGE }),
  'requests, tenth page': async (service) => {
    let cursor: string | undefined;
    for (let page = 0; page < 9; page++)
      cursor = (await service.listRequests({ limit: 100, cursor })).nextCursor ?? undefined;
    return service.listRequests({ limit: PAGE, cursor });
  },
  'apps, first page': (service) => service.listApps({ limit: PAGE }),
  'apps by a part of the name': (service) => service.listApps({ search: 'f00d', limit: PAGE }),
  'apps by a name that none has': (service) => service.listApps({ search: 'no such name', limit: PAGE }),
  'one app with its use': (service) =>
    Promise.all([service.getApp(BUSY_APP), service.getBalances(BUSY_APP), service.admin?.getUsage(BUSY_APP)]),
  'overview of a day by hours': (service) => service.overview({ from: daysAgo(1) }),
  'overview of 30 days': (service) => service.overview({ from: daysAgo(30), interval: 'day' }),
  'overview of 30 days by hours': (service) => service.overview({ from: daysAgo(30), interval: 'hour' }),
  'overview of everything': (service) => service.overview({}),
  'overview of one app': (service) => service.overview({ appId: BUSY_APP, from: daysAgo(30) }),
};

/** The pages before the tenth are a reader's, and not part of the question. */
const PAGES_BEFORE = 'requests, tenth page';

/** Fills a database and opens the service on it. @param databaseUrl absent: the embedded one */
export async function openFilled(
  databaseUrl: string | undefined,
  close: () => Promise<void>,
): Promise<OpenVariant> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-console-queries-'));
  const place = databaseUrl === undefined ? { folder } : { url: databaseUrl };
  await fillDatabase(place);
  const filled = await openStorage({ dataFolder: folder, databaseUrl, clock: systemClock });
  await filled.records.tallies.settle();
  await filled.close();
  await tidyDatabase(place);
  const storage = await openStorage({ dataFolder: folder, databaseUrl, clock: systemClock });
  const speech = await createSpeech({ plugins: [], storage, roles: [] });
  const { service } = speech;
  for (const ask of Object.values(QUESTIONS)) await ask(service);
  return {
    async measure(caseName) {
      const ask = QUESTIONS[caseName];
      if (ask === undefined) return [];
      const startedMs = performance.now();
      await ask(service);
      const share = caseName === PAGES_BEFORE ? 10 : 1;
      return [{ values: { answerMs: (performance.now() - startedMs) / share } }];
    },
    async close() {
      await speech.close();
      await storage.close();
      await rm(folder, { recursive: true, force: true });
      await close();
    },
  };
}
