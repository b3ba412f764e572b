import type { EngineIncident } from '../engine/speech-plugin.ts';
import type { LoadState } from '../engine/synthesis-engine.ts';
import type { WebhookDeliveryState } from '../requests/egress/webhook-delivery.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';

/** The waiting and running work of the whole service, in all processes. */
export interface Backlog {
  /** How many jobs wait or run, by kind. */
  readonly jobs: Readonly<Partial<Record<JobKind, number>>>;
  /** The longest wait of a due job, by kind, in milliseconds; 0 if none waits. It grows if there are too few workers. */
  readonly oldestJobWaitMs: Readonly<Partial<Record<JobKind, number>>>;
  /** Webhook deliveries that are kept, by state. */
  readonly deliveries: Readonly<Partial<Record<WebhookDeliveryState, number>>>;
}

/** What this process knows of its own engines, without the database. */
export interface Workload {
  readonly segmentCache: SegmentCacheFigures;
  readonly engines: readonly EngineFigures[];
  /** Faults of engines since the start of the process from which they recovered, such as workers that died. */
  readonly incidents: readonly EngineIncidentCount[];
}

export interface EngineIncidentCount extends Pick<EngineIncident, 'engine' | 'kind'> {
  readonly count: number;
}

/** How busy one engine of the process is. */
export interface EngineFigures {
  readonly engine: string;
  /** Engines of different kinds may have the same id. */
  readonly kind: 'synthesis' | 'recognition';
  /** Units that workers are processing. */
  readonly running: number;
  /** Units that wait for a worker. */
  readonly waiting: number;
  /** How long a new live call would wait for a worker at most, in milliseconds. */
  readonly expectedWaitMs: number;
  /** Live calls that were refused because the queue was too long, since the start. */
  readonly refused: number;
  /** Why it cannot serve calls now; `null` while it can. */
  readonly problem: string | null;
  /** Memory of its processes; `null` if it has none of its own, or none yet. */
  readonly residentBytes?: number | null;
  /** How many workers it has. */
  readonly workers?: number;
  /** Whether its model is loaded; `null` if the engine does not report it. */
  readonly loadState?: LoadState | null;
}

/** Counts of this process, since its start. */
export interface SegmentCacheFigures {
  /** Live units that were answered from the cache. */
  readonly hits: number;
  readonly misses: number;
  /** Current size of the cache. */
  readonly bytes: number;
}
