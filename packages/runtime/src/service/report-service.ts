import { listDeliveries, listRequests, overview, replayDelivery, type SpeechService } from '@parlance/core';
import type { ServiceParts } from './service-parts.ts';

type ReportMember = 'listRequests' | 'overview' | 'listDeliveries' | 'replayDelivery' | 'readiness';

/** What the operator looks at. */
export function reportService(parts: ServiceParts): Pick<SpeechService, ReportMember> {
  const { sealer, clock } = parts;
  const { records } = parts.storage;
  const ports = { records, sealer, clock };
  return {
    listRequests: (query) => listRequests(ports, query),
    overview: (query) => overview(ports, query),
    listDeliveries: (query) => listDeliveries(ports, query),
    replayDelivery: (deliveryId) => replayDelivery(ports, deliveryId),
    async readiness() {
      const problems = await parts.findProblems();
      return { isReady: problems.length === 0, problems };
    },
  };
}
