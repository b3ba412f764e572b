import type { IncomingMessage } from 'node:http';
import {
  createPaceMeter,
  PACE_SAMPLES_PER_WINDOW,
  type UploadFloor,
  uploadTooSlow,
} from '@parlance/core/scheduling';

export interface PaceWatch {
  /** Aborts as soon as the upload is too slow; its reason is the SpeechError to answer with. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** Watches how fast the body of a request arrives. Time in which we do not read it does not count. */
export function watchPace(request: IncomingMessage, floor: UploadFloor): PaceWatch {
  const tooSlow = new AbortController();
  const { signal } = tooSlow;
  const { socket } = request;
  // A request that was injected in a test has no socket.
  if (typeof socket.bytesRead !== 'number') return { signal, stop: () => undefined };
  const meter = createPaceMeter(floor);
  let readBytes = socket.bytesRead;
  const timer = setInterval(() => {
    const cameBytes = socket.bytesRead - readBytes;
    readBytes += cameBytes;
    if (request.complete) clearInterval(timer);
    else if (!meter.add(request.isPaused() ? Number.POSITIVE_INFINITY : cameBytes)) {
      clearInterval(timer);
      tooSlow.abort(uploadTooSlow(floor));
    }
  }, floor.windowMs / PACE_SAMPLES_PER_WINDOW);
  timer.unref();
  return { signal, stop: () => clearInterval(timer) };
}
