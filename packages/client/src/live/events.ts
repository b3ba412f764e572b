/** A queue between callbacks that push and one loop that reads. */
export interface EventQueue<Event> extends AsyncIterable<Event> {
  push(event: Event): void;
  end(): void;
  fail(error: unknown): void;
}

export function createEventQueue<Event>(): EventQueue<Event> {
  const events: Event[] = [];
  let ending: { readonly error?: unknown } | undefined;
  let wake: () => void = () => undefined;
  const close = (how: { readonly error?: unknown }): void => {
    ending ??= how;
    wake();
  };
  return {
    push(event) {
      events.push(event);
      wake();
    },
    end: () => close({}),
    fail: (error) => close({ error }),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let event = events.shift(); event !== undefined; event = events.shift()) yield event;
        if (ending !== undefined) {
          if ('error' in ending) throw ending.error;
          return;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
