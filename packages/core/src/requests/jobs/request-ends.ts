/** Tells those who wait in this process that a request has ended. It knows nothing of other processes: poll as well. */
export interface RequestEnds {
  announce(requestId: string): void;
  /** @returns a function that takes the listener off again */
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
