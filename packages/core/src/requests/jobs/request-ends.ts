/** Notifies callers in this process that a request has ended. It does not notice requests that end in other processes, so poll as well. */
export interface RequestEnds {
  announce(requestId: string): void;
  /** @returns a function that removes the listener */
  listen(requestId: string, onEnd: () => void): () => void;
}

export function createRequestEnds(): RequestEnds {
  const listeners = new Map<string, Set<() => void>>();
  return {
    announce(requestId) {
      for (const onEnd of [...(listeners.get(requestId) ?? [])]) onEnd();
    },
    listen(requestId, onEnd) {
      const those = listeners.get(requestId) ?? new Set();
      listeners.set(requestId, those.add(onEnd));
      return () => {
        those.delete(onEnd);
        if (those.size === 0 && listeners.get(requestId) === those) listeners.delete(requestId);
      };
    },
  };
}
