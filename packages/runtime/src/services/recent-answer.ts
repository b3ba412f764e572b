import { SpeechError } from '@parlance/core/errors';
import { type Clock, within } from '@parlance/core/platform';

/**
 * Gives the last answer to an expensive question, and asks again in the background once that is old. Only the first caller waits, and the first
 * one after a failure.
 *
 * @param options.maxAgeMs how old an answer may be, in milliseconds, before the next caller causes another question
 * @param options.maxWaitMs how long a caller waits; the question goes on
 * @throws what the question throws; SpeechError `STORAGE_FAILED` after the wait
 */
export function recentAnswer<Answer>(
  ask: () => Promise<Answer>,
  {
    clock,
    maxAgeMs,
    maxWaitMs,
  }: {
    readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
    readonly maxAgeMs: number;
    readonly maxWaitMs: number;
  },
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
  const lastAnswer = (): Answer => {
    if (known !== undefined) return known.answer;
    throw new SpeechError('STORAGE_FAILED', `The storage gave no answer within ${maxWaitMs} ms.`);
  };
  return async () => {
    if (known === undefined) {
      await within(clock, maxWaitMs, askOnce());
      return lastAnswer();
    }
    if (clock.monotonicMs() - known.atMs > maxAgeMs) askOnce().catch(() => undefined);
    return known.answer;
  };
}
