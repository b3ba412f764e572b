/** The longest delay of a timer. */
const FOREVER_MS = 2 ** 31 - 1;

/**
 * Keeps the process alive while somebody waits for the pool. All of the pool's own handles (child, channel, pipes, timers)
 * are unreferenced, so only this timer decides.
 */
export class KeepAlive {
  #holders = 0;
  #timer: NodeJS.Timeout | undefined;

  hold(): void {
    this.#holders += 1;
    this.#timer ??= setInterval(() => {}, FOREVER_MS);
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
