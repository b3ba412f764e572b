import type { Clock } from '@parlance/core';

/**
 * Answers a question that costs much with the answer of a while ago, and asks again behind the caller's back when that is old. The first caller
 * waits, and whoever comes after a failure.
 *
 * @param options.maxAgeMs how old an answer may be before the next caller has it asked for again, in milliseconds
 */
export function recentAnswer<Answer>(
  ask: () => Promise<Answer>,
  { clock, maxAgeMs }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly maxAgeMs: number },
): () => Promise<Answer> {
  let known: { readonly answer: Answer; readonly atMs: number } | undefined;
  let asking: Promise<Answer> | undefined;
  const askOnce = (): Promise<Answer> => {
    asking ??= ask()
      .then(
        (answer) => {
          known = { answer, atMs: clock.monotonicMs() };
          return answer;
        },
        (error: unknown) => {
          known = undefined;
          throw error;
        },
      )
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return async () => {
    if (known === undefined) return askOnce();
    if (clock.monotonicMs() - known.atMs > maxAgeMs) askOnce().catch(() => undefined);
    return known.answer;
  };
}
