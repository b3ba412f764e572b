import { PCM_BYTES_PER_SAMPLE } from '../audio/pcm-format.ts';
import type { Clock } from '../platform/clock.ts';
import { CALL_RATE_HZ } from './call-options.ts';
import type { Line } from './line.ts';

const BYTES_PER_MS = (CALL_RATE_HZ * PCM_BYTES_PER_SAMPLE) / 1000;

type Item =
  | { readonly type: 'audio'; bytes: Uint8Array; readonly onSent: () => void }
  | { readonly type: 'mark'; readonly name: string };

/**
 * Sends speech as fast as it is played, apart from the line's lead. So speech can be stopped at once, and little is synthesized that
 * nobody hears.
 */
export class Playout {
  readonly #line: Line;
  readonly #clock: Pick<Clock, 'after' | 'monotonicMs'>;
  #items: Item[] = [];
  /** When everything sent so far will have been played. */
  #playedAtMs = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(line: Line, clock: Pick<Clock, 'after' | 'monotonicMs'>) {
    this.#line = line;
    this.#clock = clock;
  }

  /** @returns when all of it has been sent or dropped */
  play(bytes: Uint8Array): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#items.push({ type: 'audio', bytes, onSent: resolve });
    this.#send();
    return promise;
  }

  mark(name: string): void {
    this.#items.push({ type: 'mark', name });
    this.#send();
  }

  clear(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#playedAtMs = 0;
    for (const item of this.#items.splice(0)) if (item.type === 'audio') item.onSent();
    this.#line.clear();
  }

  #send(): void {
    if (this.#cancelTimer !== undefined) return;
    const { leadMs, pieceMs } = this.#line;
    for (let item = this.#items[0]; item !== undefined; item = this.#items[0]) {
      if (item.type === 'mark') {
        this.#items.shift();
        this.#line.mark(item.name);
        continue;
      }
      const nowMs = this.#clock.monotonicMs();
      const waitMs = this.#playedAtMs - leadMs - nowMs;
      if (waitMs > 0) {
        this.#cancelTimer = this.#clock.after(waitMs, () => {
          this.#cancelTimer = undefined;
          this.#send();
        });
        return;
      }
      const piece = item.bytes.subarray(0, pieceMs * BYTES_PER_MS);
      item.bytes = item.bytes.subarray(piece.length);
      this.#playedAtMs = Math.max(this.#playedAtMs, nowMs) + piece.length / BYTES_PER_MS;
      if (item.bytes.length === 0) {
        this.#items.shift();
        item.onSent();
      }
      this.#line.play(piece);
    }
  }
}
