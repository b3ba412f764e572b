import type { IncomingMessage } from 'node:http';
import { SpeechError } from '@parlance/core';

/** The least that an upload must bring: slower than this over a whole window, it holds a place that others could use. */
export interface UploadFloor {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

const SAMPLES_PER_WINDOW = 10;

/** Adds up what came in the latest window, sample by sample. */
export interface PaceMeter {
  /**
   * @param bytes since the sample before; `Infinity` when it was we who did not read
   * @returns whether the window, once it is full, holds enough
   */
  add(bytes: number): boolean;
}

export function createPaceMeter({ bytesPerSecond, windowMs }: UploadFloor): PaceMeter {
  const leastBytes = (bytesPerSecond * windowMs) / 1000;
  const samples: number[] = [];
  return {
    add(bytes) {
      samples.push(bytes);
      if (samples.length > SAMPLES_PER_WINDOW) samples.shift();
      if (samples.length < SAMPLES_PER_WINDOW) return true;
      return samples.reduce((sum, sample) => sum + sample, 0) >= leastBytes;
    },
  };
}

export interface PaceWatch {
  /** Fires as soon as the upload is too slow; its reason is the SpeechError to answer with. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Watches the body of a request arrive. Time in which we do not read it counts for nothing. */
export function watchPace(request: IncomingMessage, floor: UploadFloor): PaceWatch {
  const tooSlow = new AbortController();
  const { signal } = tooSlow;
  const { socket } = request;
  // A request that was injected in a test came over no socket.
  if (typeof socket.bytesRead !== 'number') return { signal, stop: () => undefined };
  const meter = createPaceMeter(floor);
  let readBytes = socket.bytesRead;
  const timer = setInterval(() => {
    const cameBytes = socket.bytesRead - readBytes;
    readBytes += cameBytes;
    if (request.complete) clearInterval(timer);
    else if (!meter.add(request.isPaused() ? Number.POSITIVE_INFINITY : cameBytes)) {
      clearInterval(timer);
      tooSlow.abort(slow(floor));
    }
  }, floor.windowMs / SAMPLES_PER_WINDOW);
  timer.unref();
  return { signal, stop: () => clearInterval(timer) };
}

function slow({ bytesPerSecond, windowMs }: UploadFloor): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    `The upload came at less than ${bytesPerSecond} bytes a second for ${windowMs / 1000} seconds.`,
    { limit: bytesPerSecond },
  );
}
