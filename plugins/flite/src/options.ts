import { availableParallelism } from 'node:os';
import { type Isolation, SpeechError } from '@parlance/core';
import { z } from 'zod';

/** What {@link flite} may be told. */
export interface FliteOptions {
  /** Worker threads, each of which speaks one unit at a time. 1 to 64; default: one a core. */
  readonly threads?: number;
  /**
   * Where the threads live. Default `thread`, whatever the host prefers for native engines: WebAssembly can't write
   * outside its own memory and its traps are ordinary errors, so a child process would guard against nothing.
   */
  readonly isolation?: Isolation;
}

const schema = z.strictObject({
  threads: z
    .int()
    .min(1)
    .max(64)
    .default(() => availableParallelism()),
  isolation: z.enum(['process', 'thread']).default('thread'),
});

/** Options with every default in place. */
export type FliteSettings = Readonly<z.infer<typeof schema>>;

/** @throws SpeechError `INVALID_CONFIG` that names every option that is wrong */
export function readOptions(options: FliteOptions): FliteSettings {
  const parsed = schema.safeParse(options);
  if (parsed.success) return Object.freeze(parsed.data);
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${['flite', ...path].join('.')}: ${message}`,
  );
  throw new SpeechError('INVALID_CONFIG', issues.join('; '));
}
