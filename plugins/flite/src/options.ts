import { availableParallelism } from 'node:os';
import { type Isolation, SpeechError } from '@parlance/core';
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

const schema = z.strictObject({
  threads: z
    .int()
    .min(1)
    .max(64)
    .default(() => availableParallelism()),
  isolation: z.enum(['process', 'thread']).optional(),
});

/** Options with every default in place but `isolation`, where the host has the say. */
export type FliteChoices = Readonly<z.infer<typeof schema>>;

/** What an engine is made of. */
export interface FliteSettings {
  readonly threads: number;
  readonly isolation: Isolation;
}

/** @throws SpeechError `INVALID_CONFIG` that names every option that is wrong */
export function readOptions(options: FliteOptions): FliteChoices {
  const parsed = schema.safeParse(options);
  if (parsed.success) return Object.freeze(parsed.data);
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${['flite', ...path].join('.')}: ${message}`,
  );
  throw new SpeechError('INVALID_CONFIG', issues.join('; '));
}
