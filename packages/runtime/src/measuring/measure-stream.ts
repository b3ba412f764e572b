import type { RejectionCounter } from '@parlance/core/reports';
import type { SpeechStream, StreamErrorCode, StreamOutlet } from '@parlance/core/speech-stream';
import type { LiveMeter } from './live-meter.ts';

/** The HTTP status for each reason to refuse a stream. */
const REFUSALS: Partial<Record<StreamErrorCode, number>> = {
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDIT: 402,
  VOICE_NOT_FOUND: 404,
  SYNTHESIS_CONCURRENCY_EXCEEDED: 429,
  BAD_REQUEST: 400,
  INVALID_INPUT: 400,
  QUEUE_FULL: 503,
  MEMORY_LOW: 503,
};

/** Opens a stream, counts it as a live synthesis while it is open, and counts it if it is refused. */
export function measureStream(
  { meter, rejections }: { readonly meter: LiveMeter; readonly rejections: Pick<RejectionCounter, 'count'> },
  outlet: StreamOutlet,
  open: (outlet: StreamOutlet) => SpeechStream,
): SpeechStream {
  const stream = open({
    send(message) {
      const status = message.type === 'ERROR' ? REFUSALS[message.code as StreamErrorCode] : undefined;
      if (message.type === 'ERROR' && status !== undefined) rejections.count(status, message.code);
      outlet.send(message);
    },
    sendAudio: (bytes) => outlet.sendAudio(bytes),
    close: (code) => outlet.close(code),
  });
  meter.syntheses += 1;
  void stream.ended.then(() => {
    meter.syntheses -= 1;
  });
  return stream;
}
