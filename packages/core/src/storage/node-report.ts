import type { ConnectionFigures } from './connection-figures.ts';

/** What one process of the service reports about itself. Counts are since its start; only names, numbers and codes. */
export interface NodeReport {
  /** A new one at each start. */
  readonly nodeId: string;
  readonly hostName: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly nodeVersion: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly reportedAt: string;
  /** Memory of the process itself, without its engines' processes. */
  readonly residentBytes: number;
  /** How many processes of its control group the system killed because memory ran out; `null` if the system does not report it. */
  readonly memoryKills: number | null;
  readonly engines: readonly NodeEngine[];
  readonly liveSyntheses: number;
  readonly openSessions: number;
  /** Ended sessions by the code of their error, or `none`. */
  readonly endedSessions: Readonly<Record<string, number>>;
  /** Refused calls, by the code of the error. */
  readonly refusals: Readonly<Record<string, number>>;
  /** `null` if limits are not shared with other processes. */
  readonly leases: { readonly held: number; readonly renewed: number; readonly lost: number } | null;
  /** Number of attempts, by outcome. */
  readonly webhookAttempts: Readonly<Record<string, number>>;
  readonly audioStore: { readonly calls: number; readonly failed: number; readonly meanMs: number | null };
  /** `null` if the database is in the process. */
  readonly connections:
    | (ConnectionFigures & { readonly waitMeanMs: number | null; readonly waitMaxMs: number | null })
    | null;
  /** The problem of each dependency, with a fix; `null` while it works. */
  readonly dependencies: Readonly<Record<string, string | null>>;
}

/** One engine in one process. */
export interface NodeEngine {
  readonly engine: string;
  readonly kind: 'synthesis' | 'recognition';
  readonly workers: number;
  /** Units that workers are processing, and units that wait for a worker. */
  readonly running: number;
  readonly waiting: number;
  readonly loadState: 'unloaded' | 'loading' | 'loading-more' | 'loaded' | null;
  readonly problem: string | null;
  /** `null` if it has no process of its own, or none yet. */
  readonly residentBytes: number | null;
  /** Live calls that were refused because the queue was too long. */
  readonly refused: number;
  /** Incidents by kind: workers that died, hung or were restarted, openings of the breaker. */
  readonly incidents: Readonly<Record<string, number>>;
}

/** Reports of the processes on one database: each writes its own, and any may read all. */
export interface NodeReports {
  keep(report: NodeReport): Promise<void>;
  /** Reports written within the time, by the clock of the storage; the oldest process first. */
  list(maxAgeMs: number): Promise<readonly NodeReport[]>;
  /** Removes the report of a process that ends, and those of processes that were killed days ago. */
  remove(nodeId: string): Promise<void>;
}
