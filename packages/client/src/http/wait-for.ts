import { reconnectDelayMs } from '../reconnect-delay.ts';

/** The interface recommends 2 to 5 seconds. */
export const DEFAULT_POLL_EVERY_MS = 2000;

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 2000. */
  readonly pollEveryMs?: number | undefined;
}

/**
 * Polls until the request has ended. A poll that fails for a temporary reason, such as a restart of the server, is repeated, up to eight times
 * in a row and no sooner than the server says.
 *
 * @throws what `ask` throws otherwise, and the reason of an abort
 */
export async function waitFor<Answer>(
  ask: () => Promise<Answer>,
  isEnded: (answer: Answer) => boolean,
  { signal, pollEveryMs = DEFAULT_POLL_EVERY_MS }: WaitOptions,
): Promise<Answer> {
  let failures = 0;
  for (;;) {
    let delayMs = pollEveryMs;
    try {
      const answer = await ask();
      if (isEnded(answer)) return answer;
      failures = 0;
    } catch (error) {
      failures += 1;
      const retryAfterMs = reconnectDelayMs(error, { attempt: failures });
      if (retryAfterMs === undefined) throw error;
      delayMs = Math.max(pollEveryMs, retryAfterMs);
    }
    await pause(delayMs, signal);
  }
}

function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
