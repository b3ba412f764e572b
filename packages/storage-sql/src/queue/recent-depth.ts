import type { Clock } from '@parlance/core/platform';
import type { JobKind, JobQueue } from '@parlance/core/requests';

/** From this number on, counting costs more than a request, and the exact number does not matter. */
const MANY_JOBS = 1000;
const MAX_AGE_MS = 1000;

/** Counts few jobs each time. A large number, for the same limit, may be up to a second old. */
export function rememberDepth(
  count: JobQueue['depth'],
  clock: Pick<Clock, 'monotonicMs'>,
): JobQueue['depth'] {
  const known = new Map<
    JobKind,
    { readonly depth: number; readonly atMost: number; readonly atMs: number }
  >();
  return async (kind, atMost) => {
    if (atMost === undefined) return count(kind);
    const last = known.get(kind);
    if (last?.atMost === atMost && clock.monotonicMs() - last.atMs < MAX_AGE_MS) return last.depth;
    const atMs = clock.monotonicMs();
    const depth = await count(kind, atMost);
    if (depth >= MANY_JOBS) known.set(kind, { depth, atMost, atMs });
    else known.delete(kind);
    return depth;
  };
}
