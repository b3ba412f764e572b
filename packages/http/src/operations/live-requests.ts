import type { ServerResponse } from 'node:http';

/** Tracks the requests in progress, so that a server can shut down without cutting one off. */
export interface LiveRequests {
  /** Whether the server is still starting. Requests are answered anyway. */
  readonly isStarting: boolean;
  readonly isDraining: boolean;
  /** Whether the server will shut down soon, so that no more callers should be sent to it. */
  readonly isLeaving: boolean;
  /** @returns a function that marks it as ended; to be called once */
  begin(response: ServerResponse): () => void;
  /** From now on the server is not ready, but requests are answered. */
  leave(): void;
  /** From now on new work is refused, and connections end with the answers in progress. */
  startDrain(): void;
  /** Resolves as soon as none is in progress. */
  whenIdle(): Promise<void>;
}

/** @param startup resolves when the server is ready; absent: it is ready */
export function createLiveRequests(startup?: Promise<unknown>): LiveRequests {
  const responses = new Set<ServerResponse>();
  let isStarting = startup !== undefined;
  // After a failed start it never is; whoever began the start reports why.
  void startup?.then(
    () => {
      isStarting = false;
    },
    () => undefined,
  );
  let isDraining = false;
  let isLeaving = false;
  const waiting: (() => void)[] = [];
  return {
    get isStarting() {
      return isStarting;
    },
    get isDraining() {
      return isDraining;
    },
    get isLeaving() {
      return isLeaving;
    },
    begin(response) {
      responses.add(response);
      return () => {
        responses.delete(response);
        if (responses.size === 0) for (const resolve of waiting.splice(0)) resolve();
      };
    },
    leave() {
      isLeaving = true;
    },
    startDrain() {
      isLeaving = true;
      isDraining = true;
      for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    whenIdle() {
      return responses.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
