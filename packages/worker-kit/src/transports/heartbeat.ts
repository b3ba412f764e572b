export interface HeartbeatOptions {
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly ping: () => void;
  /** Called once, when too many pings in a row went unanswered. */
  readonly onSilence: () => void;
}

/**
 * Watches a child's main thread, which is free however busy its workers are. It counts unanswered pings rather than time: a
 * host that was held up or suspended itself has sent none meanwhile, and blames nobody.
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
