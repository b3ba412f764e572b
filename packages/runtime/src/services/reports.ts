import type { Clock, RandomSource, Sealer } from '@parlance/core/platform';
import { listRequests, overview, type RejectionCounter } from '@parlance/core/reports';
import { depthOf, type EndWriter, type JobQueue, perJobKind } from '@parlance/core/requests';
import type { ServiceCapability, SpeechService } from '@parlance/core/service';
import type { RecordStore, ServiceTotals, SpeechStorage } from '@parlance/core/storage';
import { listDeliveries, replayDelivery } from '@parlance/core/webhooks';
import type { EngineMeter } from '../engines/engine-meter.ts';
import type { SegmentCache } from '../engines/segment-cache.ts';
import { countIncidents } from '../measuring/incident-counter.ts';
import { readMemoryKills } from '../measuring/memory-kills.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { StorageWatch } from '../storage/storage-problems.ts';
import { recentAnswer } from './recent-answer.ts';

/** The reports for operators. */
export type Reports = Pick<
  SpeechService,
  | 'listRequests'
  | 'overview'
  | 'countRejection'
  | 'listDeliveries'
  | 'replayDelivery'
  | 'readiness'
  | 'dependencies'
  | 'workload'
  | 'backlog'
  | 'onMeasurement'
  | 'memoryKills'
  | 'endFigures'
  | 'connectionFigures'
>;

export interface ReportsNeeds {
  readonly storage: Pick<SpeechStorage, 'records' | 'queue' | 'totals' | 'connectionFigures'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly rejections: RejectionCounter;
  readonly engineMeter: Pick<EngineMeter, 'figures'>;
  readonly segmentCache: Pick<SegmentCache, 'figures'>;
  readonly endWriter: Pick<EndWriter, 'figures'>;
  readonly events: SpeechEvents;
  readonly storageWatch: StorageWatch;
  readonly readiness: ReadinessRules;
}

export interface ReadinessRules {
  /** Problems with the default engines, each with its remedy. */
  readonly findEngineProblems: () => readonly string[];
  /** The capability that readiness refers to if a probe names none. */
  readonly mainCapability: ServiceCapability;
}

/** They are counts over whole tables: a scrape must not wait for them, and many scrapers must not make the database count all the time. */
const COUNTS_MAX_AGE_MS = 10_000;

const DEPENDENCIES_MAX_AGE_MS = 5000;

/** A database that hangs must not delay a scrape: Prometheus gives up after ten seconds, and then has no metrics at all. */
const MAX_WAIT_MS = 2000;

export function createReports(needs: ReportsNeeds): Reports {
  const { sealer, clock, random } = needs;
  const { records, queue } = needs.storage;
  const totals = needs.storage.totals ?? (() => countTotals(records, queue));
  const keeping = { records, clock, random };
  const incidents = countIncidents(needs.events);
  const recentBacklog = recentAnswer(
    async () => {
      const { backlog, deliveries } = await totals();
      return {
        jobs: perJobKind((kind) => depthOf(backlog[kind])),
        oldestJobWaitMs: perJobKind((kind) => backlog[kind].oldestWaitMs),
        deliveries,
      };
    },
    { clock, maxAgeMs: COUNTS_MAX_AGE_MS, maxWaitMs: MAX_WAIT_MS },
  );
  const recentDependencies = recentAnswer(
    async () => {
      const [database, audio] = await Promise.all([
        needs.storageWatch.database(),
        needs.storageWatch.audio(),
      ]);
      return { database, audio };
    },
    { clock, maxAgeMs: DEPENDENCIES_MAX_AGE_MS, maxWaitMs: MAX_WAIT_MS },
  );
  return {
    listRequests: (query) => listRequests(records, sealer, query),
    overview: (query) => overview(records, clock, query),
    countRejection: (status, code) => needs.rejections.count(status, code),
    listDeliveries: (query) => listDeliveries(records, sealer, query),
    replayDelivery: (deliveryId, by) => replayDelivery(keeping, deliveryId, by),
    async readiness(capability = needs.readiness.mainCapability) {
      const { database, audio } = needs.storageWatch;
      const storage = await Promise.all(capability === 'live' ? [database()] : [database(), audio()]);
      const problems = [
        ...needs.readiness.findEngineProblems(),
        ...storage.filter((problem) => problem !== null),
      ];
      return { isReady: problems.length === 0, problems };
    },
    dependencies: recentDependencies,
    onMeasurement(listener) {
      needs.events.on('measurement', listener);
      return () => void needs.events.off('measurement', listener);
    },
    memoryKills: () => readMemoryKills(),
    endFigures: () => needs.endWriter.figures(),
    connectionFigures: needs.storage.connectionFigures,
    workload: () => ({
      segmentCache: needs.segmentCache.figures(),
      engines: needs.engineMeter.figures(),
      incidents: incidents(),
    }),
    backlog: recentBacklog,
  };
}

async function countTotals(
  { deliveries }: Pick<RecordStore, 'deliveries'>,
  queue: JobQueue,
): Promise<ServiceTotals> {
  const [backlog, counted] = await Promise.all([queue.backlog(), deliveries.count({})]);
  return { backlog, deliveries: counted };
}
