import type { ConnectionFigures } from './connection-figures.ts';

/** What one process of the service tells of itself. Counts are those since its start; names, numbers and codes alone. */
export interface NodeReport {
  /** Another one at each start. */
  readonly nodeId: string;
  readonly hostName: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly nodeVersion: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly reportedAt: string;
  /** Memory of the process itself; its engines' is theirs. */
  readonly residentBytes: number;
  /** Processes of its control group that the system ended for want of memory; `null` where that is not told. */
  readonly memoryKills: number | null;
  readonly engines: readonly NodeEngine[];
  readonly liveSyntheses: number;
  readonly openSessions: number;
  /** Ended sessions by the code of their error, or `none`. */
  readonly endedSessions: Readonly<Record<string, number>>;
  /** Calls that were refused, by the code of the error. */
  readonly refusals: Readonly<Record<string, number>>;
  /** `null` where limits are not shared with other processes. */
  readonly leases: { readonly held: number; readonly renewed: number; readonly lost: number } | null;
  /** By outcome. */
  readonly webhookAttempts: Readonly<Record<string, number>>;
  readonly audioStore: { readonly calls: number; readonly failed: number; readonly meanMs: number | null };
  /** `null` where the database is in the process. */
  readonly connections:
    | (ConnectionFigures & { readonly waitMeanMs: number | null; readonly waitMaxMs: number | null })
    | null;
  /** What is wrong with each dependency, with the remedy; `null` while it works. */
  readonly dependencies: Readonly<Record<string, string | null>>;
}

/** One engine in one process. */
export interface NodeEngine {
  readonly engine: string;
  readonly kind: 'synthesis' | 'recognition';
  readonly workers: number;
  /** Units that workers are at, and that wait for one. */
  readonly running: number;
  readonly waiting: number;
  readonly loadState: 'unloaded' | 'loading' | 'loading-more' | 'loaded' | null;
  readonly problem: string | null;
  /** `null` where it has no process of its own, or none yet. */
  readonly residentBytes: number | null;
  /** Live calls that were refused since too much waited. */
  readonly refused: number;
  /** By kind: workers that died, hung or were restarted, openings of the breaker. */
  readonly incidents: Readonly<Record<string, number>>;
}

/** Reports of the processes on one database: each keeps its own, and any may read all. */
export interface NodeReports {
  keep(report: NodeReport): Promise<void>;
  /** Those that were kept within the time, by the clock of the storage; the oldest process first. */
  list(maxAgeMs: number): Promise<readonly NodeReport[]>;
  /** Of a process that ends. Also what processes left that were killed days ago. */
  remove(nodeId: string): Promise<void>;
}
