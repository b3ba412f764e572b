/** The loading of workers other than the lead, if it loads before them, and how long tasks waited for it. */
export class LateLoad {
  #state: 'absent' | 'loading' | 'loaded' = 'absent';
  #fromMs = 0;
  #untilMs = 0;

  get isLoading(): boolean {
    return this.#state === 'loading';
  }

  get isDone(): boolean {
    return this.#state === 'loaded';
  }

  /** New workers start: only the lead, or all of them. */
  reset({ isLeadFirst }: { readonly isLeadFirst: boolean }): void {
    this.#state = isLeadFirst ? 'absent' : 'loaded';
    this.#fromMs = 0;
    this.#untilMs = 0;
  }

  /** @returns whether they should load now */
  begin(nowMs: number): boolean {
    if (this.#state !== 'absent') return false;
    this.#state = 'loading';
    this.#fromMs = nowMs;
    return true;
  }

  /** @returns whether a load was pending */
  end(nowMs: number): boolean {
    if (this.#state !== 'loading') return false;
    this.#state = 'loaded';
    this.#untilMs = nowMs;
    return true;
  }

  /** For how much of the time from `cameMs` until `nowMs` they were loading, in milliseconds. */
  durationSince(cameMs: number, nowMs: number): number {
    const untilMs = this.isLoading ? nowMs : this.#untilMs;
    return Math.max(0, untilMs - Math.max(this.#fromMs, cameMs));
  }
}
