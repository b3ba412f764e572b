/** The interface recommends 2 to 5 seconds. */
export const DEFAULT_POLL_EVERY_MS = 2000;

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 2000. */
  readonly pollEveryMs?: number | undefined;
}

/** Polls until the request has ended. @throws what `ask` throws, and the reason of an abort */
export async function waitFor<Answer>(
  ask: () => Promise<Answer>,
  isEnded: (answer: Answer) => boolean,
  { signal, pollEveryMs = DEFAULT_POLL_EVERY_MS }: WaitOptions,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isEnded(answer)) return answer;
    await pause(pollEveryMs, signal);
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
