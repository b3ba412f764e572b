/** How many tasks each thread holds. */
export class ThreadOccupancy {
  readonly #counts: number[];
  readonly #tasksPerThread: number;

  constructor(threads: number, tasksPerThread: number) {
    this.#counts = Array.from({ length: threads }, () => 0);
    this.#tasksPerThread = tasksPerThread;
  }

  get hasRoom(): boolean {
    return this.#counts.some((count) => count < this.#tasksPerThread);
  }

  /** @returns the wanted thread if it has room, or else, when none is wanted, the one with the fewest tasks */
  findRoom(wanted: number | undefined): number | undefined {
    const thread = wanted ?? this.#counts.indexOf(Math.min(...this.#counts));
    return (this.#counts[thread] ?? this.#tasksPerThread) < this.#tasksPerThread ? thread : undefined;
  }

  enter(thread: number): void {
    this.#add(thread, 1);
  }

  leave(thread: number): void {
    this.#add(thread, -1);
  }

  #add(thread: number, change: number): void {
    this.#counts[thread] = (this.#counts[thread] ?? 0) + change;
  }
}
