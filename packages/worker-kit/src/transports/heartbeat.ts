export interface HeartbeatOptions {
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly ping: () => void;
  /** Called once, when too many pings in a row were unanswered. */
  readonly onSilence: () => void;
}

/**
 * Watches a child's main thread, which is free however busy its workers are. It counts unanswered pings instead of time: a
 * host that was itself blocked or suspended has sent none meanwhile, and so blames nobody.
 */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout;
  readonly #maxUnanswered: number;
  #unanswered = 0;

  constructor({ intervalMs, timeoutMs, ping, onSilence }: HeartbeatOptions) {
    this.#maxUnanswered = Math.max(1, Math.ceil(timeoutMs / intervalMs));
    this.#timer = setInterval(() => {
      if (this.#unanswered >= this.#maxUnanswered) {
        this.stop();
        onSilence();
        return;
      }
      this.#unanswered += 1;
      ping();
    }, intervalMs).unref();
  }

  answer(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
