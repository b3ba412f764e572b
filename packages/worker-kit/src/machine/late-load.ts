/** How far the workers beside a lead are, where it loads before them, and how long they kept a task waiting. */
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

  /** New workers start: the lead alone, or all of them. */
  reset({ isLeadFirst }: { readonly isLeadFirst: boolean }): void {
    this.#state = isLeadFirst ? 'absent' : 'loaded';
    this.#fromMs = 0;
    this.#untilMs = 0;
  }

  /** @returns whether they are to load now */
  begin(nowMs: number): boolean {
    if (this.#state !== 'absent') return false;
    this.#state = 'loading';
    this.#fromMs = nowMs;
    return true;
  }

  /** @returns whether that was waited for */
  end(nowMs: number): boolean {
    if (this.#state !== 'loading') return false;
    this.#state = 'loaded';
    this.#untilMs = nowMs;
    return true;
  }

  /** How much of the time from then until now they took to load, in milliseconds. */
  durationSince(cameMs: number, nowMs: number): number {
    const untilMs = this.isLoading ? nowMs : this.#untilMs;
    return Math.max(0, untilMs - Math.max(this.#fromMs, cameMs));
  }
}
