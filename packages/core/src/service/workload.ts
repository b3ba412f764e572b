import type { EngineIncident } from '../engine/speech-plugin.ts';
import type { LoadState } from '../engine/synthesis-engine.ts';
import type { WebhookDeliveryState } from '../requests/egress/webhook-delivery.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';

/** What waits and runs in the whole service, whichever process has it. */
export interface Backlog {
  /** Jobs that wait or run, by kind. */
  readonly jobs: Readonly<Partial<Record<JobKind, number>>>;
  /** The longest wait of a job that is due, by kind, in milliseconds; 0 when none waits. It grows where workers are too few. */
  readonly oldestJobWaitMs: Readonly<Partial<Record<JobKind, number>>>;
  /** Webhook deliveries that are kept, by state. */
  readonly deliveries: Readonly<Partial<Record<WebhookDeliveryState, number>>>;
}

/** What this process knows of its own engines, whatever becomes of the database. */
export interface Workload {
  readonly segmentCache: SegmentCacheFigures;
  readonly engines: readonly EngineFigures[];
  /** Faults of engines since the start of the process from which they recovered by themselves, such as workers that died. */
  readonly incidents: readonly EngineIncidentCount[];
}

export interface EngineIncidentCount extends Pick<EngineIncident, 'engine' | 'kind'> {
  readonly count: number;
}

/** How busy one engine of the process is. */
export interface EngineFigures {
  readonly engine: string;
  /** An engine of each kind may have the same id. */
  readonly kind: 'synthesis' | 'recognition';
  /** Units that workers compute now. */
  readonly running: number;
  /** Units that wait for a worker. */
  readonly waiting: number;
  /** How long a live call that came now would wait for a worker at most, in milliseconds. */
  readonly expectedWaitMs: number;
  /** Live calls that were refused for what waited, since the start. */
  readonly refused: number;
  /** Why it can serve nothing now; `null` while it can. */
  readonly problem: string | null;
  /** Memory of its processes; `null` where it has none of its own, or none yet. */
  readonly residentBytes?: number | null;
  /** How many workers it has. */
  readonly workers?: number;
  /** Whether its model is loaded; `null` where it does not say. */
  readonly loadState?: LoadState | null;
}

/** Of this process, since its start. */
export interface SegmentCacheFigures {
  /** Live units that were answered without an engine. */
  readonly hits: number;
  readonly misses: number;
  /** What is kept now. */
  readonly bytes: number;
}
