import type { Isolation } from '@parlance/core/engine';
import { z } from 'zod';

/** Options of {@link espeakNg}. */
export interface EspeakNgOptions {
  /**
   * Worker threads, each of which synthesizes one unit at a time. Resident memory of their process after twenty units:
   * 220 MB with one, 110 MB more for each other one. 1 to 64; default 1, which is 20 times faster than real time.
   */
  readonly threads?: number;
  /** Where the threads live. Default: the host's setting for all engines, which is `process` unless it is changed. */
  readonly isolation?: Isolation;
  /** How long idle workers are kept, in milliseconds. 1000 to 86 400 000. Default: the host's setting for all engines. */
  readonly idleMs?: number;
}

const MAX_IDLE_MS = 86_400_000;

export const espeakNgOptions = z.strictObject({
  threads: z.int().min(1).max(64).default(1),
  isolation: z.enum(['process', 'thread']).optional(),
  idleMs: z.int().min(1000).max(MAX_IDLE_MS).optional(),
});

/** Settings of an engine. */
export interface EspeakNgSettings {
  readonly threads: number;
  readonly isolation: Isolation;
  readonly idleUnloadMs: number | undefined;
}
