import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import type { Clock, RandomSource } from '@parlance/core/platform';
import type { EngineFigures, EngineIncidentCount, ServiceStatus } from '@parlance/core/service';
import type { ServerRole } from '@parlance/core/settings';
import type { NodeEngine, NodeReport, SpeechStorage } from '@parlance/core/storage';
import type { EngineMeter } from '../engines/engine-meter.ts';
import { countIncidents } from '../measuring/incident-counter.ts';
import type { LiveMeter } from '../measuring/live-meter.ts';
import { addUpMeasurements } from '../measuring/measured-totals.ts';
import { readMemoryKills } from '../measuring/memory-kills.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { Reports } from './reports.ts';

export interface NodeStatusNeeds {
  readonly storage: Pick<SpeechStorage, 'nodes' | 'connectionFigures'>;
  readonly engineMeter: Pick<EngineMeter, 'figures'>;
  readonly meter: LiveMeter;
  readonly reports: Pick<Reports, 'backlog' | 'dependencies'>;
  readonly events: SpeechEvents;
  /** A clock whose timers do not keep the process alive. */
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Pick<RandomSource, 'id'>;
  readonly roles: readonly ServerRole[];
}

/** The report of this process, and those of the others. */
export interface NodeStatus {
  status(): Promise<ServiceStatus>;
  /** Stores the report of this process periodically. @returns stops that, and removes the report */
  tell(): () => Promise<void>;
}

/** A row of a kilobyte per process: with 1,000 of them, a hundred small writes a second. */
const TELL_EVERY_MS = 10_000;
/** Two reports may fail. */
const TOLD_WITHIN_MS = 30_000;

export function createNodeStatus(needs: NodeStatusNeeds): NodeStatus {
  const { storage, engineMeter, meter, reports, clock, events, roles } = needs;
  const nodeId = needs.random.id();
  const startedAt = new Date(clock.now()).toISOString();
  const totals = addUpMeasurements(events);
  const incidents = countIncidents(events);
  const version = ownVersion();
  const onError = (error: unknown): void => void events.emit('background-error', error);

  async function reportNow(): Promise<NodeReport> {
    const { connectionWait, leases, ...counts } = totals();
    const connections = storage.connectionFigures?.();
    const counted = incidents();
    return {
      ...{ nodeId, hostName: hostname(), roles, version, nodeVersion: process.versions.node, startedAt },
      reportedAt: new Date(clock.now()).toISOString(),
      residentBytes: process.memoryUsage.rss(),
      memoryKills: readMemoryKills(),
      engines: engineMeter.figures().map((figures) => engineOf(figures, counted)),
      liveSyntheses: meter.syntheses,
      openSessions: meter.sessions,
      ...counts,
      leases: storage.nodes === undefined ? null : leases,
      connections:
        connections === undefined
          ? null
          : { ...connections, waitMeanMs: connectionWait.meanMs, waitMaxMs: connectionWait.maxMs },
      dependencies: { ...(await reports.dependencies?.()) },
    };
  }

  return {
    async status() {
      const [own, told, backlog] = await Promise.all([
        reportNow(),
        // If the database does not answer, return the report of this process all the same.
        storage.nodes?.list(TOLD_WITHIN_MS).catch(() => []) ?? [],
        reports.backlog?.().catch(() => undefined),
      ]);
      const { jobs, oldestJobWaitMs: oldestWaitMs, deliveries } = backlog ?? {};
      const others = told.filter((report) => report.nodeId !== nodeId);
      return {
        nodeId,
        queue:
          jobs === undefined || oldestWaitMs === undefined || deliveries === undefined
            ? null
            : { jobs, oldestWaitMs, deliveries },
        nodes: [own, ...others].toSorted((one, other) => one.startedAt.localeCompare(other.startedAt)),
      };
    },
    tell() {
      const { nodes } = storage;
      if (nodes === undefined) return async () => undefined;
      let cancel = (): void => undefined;
      let isOver = false;
      let telling = Promise.resolve();
      const tellNow = (): void => {
        telling = reportNow()
          .then((report) => nodes.keep(report))
          .catch(onError)
          .finally(() => {
            if (!isOver) cancel = clock.after(TELL_EVERY_MS, tellNow);
          });
      };
      tellNow();
      return async () => {
        isOver = true;
        cancel();
        await telling;
        await nodes.remove(nodeId).catch(onError);
      };
    },
  };
}

function engineOf(figures: EngineFigures, counted: readonly EngineIncidentCount[]): NodeEngine {
  const { engine, kind, running, waiting, problem, refused } = figures;
  const incidents = counted.filter((incident) => incident.engine === engine);
  return {
    ...{ engine, kind, running, waiting, problem, refused },
    workers: figures.workers ?? 0,
    loadState: figures.loadState ?? null,
    residentBytes: figures.residentBytes ?? null,
    incidents: Object.fromEntries(incidents.map((incident) => [incident.kind, incident.count])),
  };
}

function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('@parlance/runtime/package.json') as {
    readonly version: string;
  };
  return manifest.version;
}
