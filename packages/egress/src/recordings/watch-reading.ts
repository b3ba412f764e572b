import type { Clock } from '@parlance/core/platform';
import { createPaceMeter, PACE_SAMPLES_PER_WINDOW, type UploadFloor } from '@parlance/core/scheduling';

/** Watches the speed of a body, from its first byte on. Disposing it stops its timer. */
export interface ReadingWatch extends Disposable {
  /** Aborts as soon as the body is slower than the floor. */
  readonly signal: AbortSignal;
  /** To be called when bytes have arrived and are passed to the reader. */
  came(bytes: number): void;
  /** To be called when the reader requests more. */
  asked(): void;
}

/** Watches the speed of a body. Time in which the reader requests nothing does not count. */
export function watchReading(clock: Pick<Clock, 'after' | 'monotonicMs'>, floor: UploadFloor): ReadingWatch {
  const tooSlow = new AbortController();
  const meter = createPaceMeter(floor);
  const sampleMs = floor.windowMs / PACE_SAMPLES_PER_WINDOW;
  let cameBytes = 0;
  let restedMs = 0;
  let restingSinceMs: number | undefined;
  const endRest = (): void => {
    if (restingSinceMs !== undefined) restedMs += clock.monotonicMs() - restingSinceMs;
    restingSinceMs = undefined;
  };
  const look = (): void => {
    const isResting = restingSinceMs !== undefined;
    endRest();
    const isEnough = meter.add(restedMs > sampleMs / 2 ? Number.POSITIVE_INFINITY : cameBytes);
    [cameBytes, restedMs, restingSinceMs] = [0, 0, isResting ? clock.monotonicMs() : undefined];
    if (isEnough) cancel = clock.after(sampleMs, look);
    else tooSlow.abort();
  };
  let cancel = clock.after(sampleMs, look);
  return {
    signal: tooSlow.signal,
    came(bytes) {
      cameBytes += bytes;
      restingSinceMs ??= clock.monotonicMs();
    },
    asked: endRest,
    [Symbol.dispose]: () => cancel(),
  };
}
