import type { Isolation } from '@parlance/core/engine';
import { z } from 'zod';

/** Options of {@link flite}. */
export interface FliteOptions {
  /** Worker threads, each of which synthesizes one unit at a time. 1 to 64; default: one for each core and a lead, or a single one in a service that saves memory. */
  readonly threads?: number;
  /**
   * Where the threads live. Default: in this process, whatever the host's setting for engines with native code, because Flite runs in
   * WebAssembly: a trap is an ordinary error, and a thread that hangs can be ended. `process` runs them in a separate child process,
   * with some 60 MB more, if you trust the WebAssembly compiler less.
   */
  readonly isolation?: Isolation;
}

export const fliteOptions = z.strictObject({
  threads: z.int().min(1).max(64).optional(),
  isolation: z.enum(['process', 'thread']).optional(),
});

/** Settings of an engine. */
export interface FliteSettings {
  readonly threads: number | undefined;
  readonly isolation: Isolation;
  readonly sandboxed: boolean;
}
