/** What is due when, the earliest first. */
export interface EventQueue<Event> {
  /** Infinite when there is nothing. */
  readonly nextMs: number;
  push(atMs: number, event: Event): void;
  pop(): Event | undefined;
}

/** A binary heap: ten thousand callers each have an event waiting. */
export function createEventQueue<Event>(): EventQueue<Event> {
  const heap: { readonly atMs: number; readonly event: Event }[] = [];
  const atMs = (index: number): number => heap[index]?.atMs ?? Number.POSITIVE_INFINITY;
  const swap = (one: number, other: number): void => {
    const held = heap[one];
    heap[one] = heap[other] as (typeof heap)[number];
    heap[other] = held as (typeof heap)[number];
  };
  return {
    get nextMs() {
      return atMs(0);
    },
    push(at, event) {
      heap.push({ atMs: at, event });
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1;
        if (atMs(parent) <= atMs(index)) return;
        swap(parent, index);
        index = parent;
      }
    },
    pop() {
      const [first] = heap;
      const last = heap.pop();
      if (first === undefined || last === undefined || heap.length === 0) return first?.event;
      heap[0] = last;
      for (let index = 0; ; ) {
        const left = 2 * index + 1;
        const least = atMs(left + 1) < atMs(left) ? left + 1 : left;
        if (atMs(least) >= atMs(index)) return first.event;
        swap(least, index);
        index = least;
      }
    },
  };
}
