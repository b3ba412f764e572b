import {
  JOB_KINDS,
  listDeliveries,
  listRequests,
  overview,
  replayDelivery,
  type SpeechService,
} from '@parlance/core';
import type { ServiceParts } from './service-parts.ts';

type ReportMember =
  | 'listRequests'
  | 'overview'
  | 'countRejection'
  | 'listDeliveries'
  | 'replayDelivery'
  | 'readiness'
  | 'workload';

/** What the operator looks at. */
export function reportService(parts: ServiceParts): Pick<SpeechService, ReportMember> {
  const { sealer, clock, random } = parts;
  const { records, queue } = parts.storage;
  const ports = { records, sealer, clock, random };
  return {
    listRequests: (query) => listRequests(ports, query),
    overview: (query) => overview(ports, query),
    countRejection: (status, code) => parts.rejections.count(status, code),
    listDeliveries: (query) => listDeliveries(ports, query),
    replayDelivery: (deliveryId, by) => replayDelivery(ports, deliveryId, by),
    async readiness() {
      const problems = await parts.findProblems();
      return { isReady: problems.length === 0, problems };
    },
    async workload() {
      const depths = JOB_KINDS.map(async (kind) => [kind, await queue.depth(kind)] as const);
      const [jobs, deliveries] = await Promise.all([Promise.all(depths), records.deliveries.count({})]);
      return {
        jobs: Object.fromEntries(jobs),
        deliveries,
        segmentCache: parts.segmentCache.figures(),
        engines: parts.engineMeter.figures(),
      };
    },
  };
}
