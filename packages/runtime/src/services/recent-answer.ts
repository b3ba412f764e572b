import type { Clock } from '@parlance/core/platform';

/**
 * Gives the last answer to an expensive question, and asks again in the background once that is old. Only the first caller waits, and the first
 * one after a failure.
 *
 * @param options.maxAgeMs how old an answer may be, in milliseconds, before the next caller causes another question
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
