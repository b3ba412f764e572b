import type { Isolation } from '@parlance/core';
import { usableCores } from '@parlance/worker-kit';
import { z } from 'zod';

/** What {@link flite} may be told. */
export interface FliteOptions {
  /** Worker threads, each of which speaks one unit at a time. 1 to 64; default: one a core. */
  readonly threads?: number;
  /**
   * Where the threads live. Default: what the host prefers for all engines, which is `process` unless it says otherwise.
   * `thread` saves a process of some 60 MB. A trap in WebAssembly is an ordinary error either way; but the compiler under
   * it is native code, and its crash, rare as it is, ends the whole process that it runs in.
   */
  readonly isolation?: Isolation;
}

export const fliteOptions = z.strictObject({
  threads: z
    .int()
    .min(1)
    .max(64)
    .default(() => usableCores()),
  isolation: z.enum(['process', 'thread']).optional(),
});

/** What an engine is made of. */
export interface FliteSettings {
  readonly threads: number;
  readonly isolation: Isolation;
}
