import { SpeechError } from '@parlance/core/errors';
import { type Clock, within } from '@parlance/core/platform';

/**
 * Returns the last answer to an expensive query, and repeats the query in the background when the answer is old. Only the first caller waits, and the first
 * one after a failure.
 *
 * @param options.maxAgeMs the age of an answer, in milliseconds, after which the next call repeats the query
 * @param options.maxWaitMs how long a caller waits, in milliseconds; the query continues
 * @throws any error of the query; SpeechError `STORAGE_FAILED` after `maxWaitMs`
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
    throw new SpeechError('STORAGE_FAILED', `The storage did not answer within ${maxWaitMs} ms.`);
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
