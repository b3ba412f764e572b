import { listRequests, overview } from '@parlance/core/reports';
import { depthOf, perJobKind } from '@parlance/core/requests';
import type { SpeechService } from '@parlance/core/service';
import { listDeliveries, replayDelivery } from '@parlance/core/webhooks';
import { countIncidents } from './incident-counter.ts';
import { recentAnswer } from './recent-answer.ts';
import type { ServiceParts } from './service-parts.ts';

type ReportMember =
  | 'listRequests'
  | 'overview'
  | 'countRejection'
  | 'listDeliveries'
  | 'replayDelivery'
  | 'readiness'
  | 'dependencies'
  | 'workload';

/** Counts over whole tables: a scrape must not wait for them, nor many scrapers make the database count all the time. */
const COUNTS_MAX_AGE_MS = 10_000;

/** A dependency that hangs must not hold up a scrape. */
const DEPENDENCIES_MAX_AGE_MS = 5000;

/** What the operator looks at. */
export function reportService(parts: ServiceParts): Pick<SpeechService, ReportMember> {
  const { sealer, clock, random } = parts;
  const { records, queue } = parts.storage;
  const ports = { records, sealer, clock, random };
  const incidents = countIncidents(parts.events);
  const recentCounts = recentAnswer(
    async () => {
      const [backlog, deliveries] = await Promise.all([queue.backlog(), records.deliveries.count({})]);
      return {
        jobs: perJobKind((kind) => depthOf(backlog[kind])),
        oldestJobWaitMs: perJobKind((kind) => backlog[kind].oldestWaitMs),
        deliveries,
      };
    },
    { clock, maxAgeMs: COUNTS_MAX_AGE_MS },
  );
  const recentDependencies = recentAnswer(
    async () => {
      const [database, audio] = await Promise.all([
        parts.storageWatch.database(),
        parts.storageWatch.audio(),
      ]);
      return { database, audio };
    },
    { clock, maxAgeMs: DEPENDENCIES_MAX_AGE_MS },
  );
  return {
    listRequests: (query) => listRequests(ports, query),
    overview: (query) => overview(ports, query),
    countRejection: (status, code) => parts.rejections.count(status, code),
    listDeliveries: (query) => listDeliveries(ports, query),
    replayDelivery: (deliveryId, by) => replayDelivery(ports, deliveryId, by),
    async readiness(capability = parts.mainCapability) {
      const { database, audio } = parts.storageWatch;
      const storage = await Promise.all(capability === 'live' ? [database()] : [database(), audio()]);
      const problems = [...parts.findEngineProblems(), ...storage.filter((problem) => problem !== null)];
      return { isReady: problems.length === 0, problems };
    },
    dependencies: recentDependencies,
    async workload() {
      return {
        ...(await recentCounts()),
        segmentCache: parts.segmentCache.figures(),
        engines: parts.engineMeter.figures(),
        incidents: incidents(),
      };
    },
  };
}
