import type { Isolation } from '@parlance/core/engine';
import { z } from 'zod';

/** What {@link flite} may be told. */
export interface FliteOptions {
  /** Worker threads, each of which speaks one unit at a time. 1 to 64; default: one a core, or a single one in a service that saves memory. */
  readonly threads?: number;
  /**
   * Where the threads live. Default: in this process, whatever the host prefers for engines with native code, for Flite runs in
   * WebAssembly: a trap is an ordinary error, and a thread that hangs is ended. `process` gives them a child process of their own,
   * some 60 MB more, for those who trust the WebAssembly compiler less.
   */
  readonly isolation?: Isolation;
}

export const fliteOptions = z.strictObject({
  threads: z.int().min(1).max(64).optional(),
  isolation: z.enum(['process', 'thread']).optional(),
});

/** What an engine is made of. */
export interface FliteSettings {
  readonly threads: number | undefined;
  readonly isolation: Isolation;
  readonly sandboxed: boolean;
}
