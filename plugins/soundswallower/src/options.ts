import type { Isolation } from '@parlance/core/engine';
import { z } from 'zod';

/** Options of {@link soundSwallower}. */
export interface SoundSwallowerOptions {
  /** Worker threads, each of which aligns one utterance at a time. 1 to 64; default 1. Each takes some 120 MB. */
  readonly threads?: number;
  /** Where the threads live. Default: the host's setting for all engines, which is `process` unless it is changed. */
  readonly isolation?: Isolation;
  /** How long idle workers are kept, in milliseconds. 1000 to 86 400 000. Default: the host's setting for all engines. */
  readonly idleMs?: number;
}

const MAX_IDLE_MS = 86_400_000;

export const soundSwallowerOptions = z.strictObject({
  threads: z.int().min(1).max(64).default(1),
  isolation: z.enum(['process', 'thread']).optional(),
  idleMs: z.int().min(1000).max(MAX_IDLE_MS).optional(),
});

/** Settings of an aligner. */
export interface SoundSwallowerSettings {
  readonly threads: number;
  readonly isolation: Isolation;
  readonly idleUnloadMs: number | undefined;
}
