import { PCM_BYTES_PER_SAMPLE } from '@parlance/core/audio';
import type { Clock } from '@parlance/core/platform';
import type { RejectionCounter } from '@parlance/core/reports';
import type { RecognitionSession, SessionErrorCode, SessionOutlet } from '@parlance/core/session';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { LiveMeter } from './live-meter.ts';
import { measureTo } from './measure.ts';

export interface MeasureSessionNeeds {
  readonly meter: LiveMeter;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly rejections: Pick<RejectionCounter, 'count'>;
  readonly events: Pick<SpeechEvents, 'emit'>;
}

/** The HTTP status for each reason to refuse a session. */
const REFUSALS: Partial<Record<SessionErrorCode, number>> = {
  UNAUTHORIZED: 401,
  STT_INSUFFICIENT_SECONDS: 402,
  STT_MAX_CCR_REACHED: 429,
  STT_INVALID_SAMPLE_RATE: 400,
  STT_INVALID_CHANNEL: 400,
  STT_INVALID_SAMPLE_SIZE: 400,
  BAD_REQUEST: 400,
  PROVIDER_UNAVAILABLE: 503,
};

/** Opens a session, counts it while it is open, measures the latency of its final results, and counts it if it is refused. */
export function measureSession(
  { meter, clock, rejections, events }: MeasureSessionNeeds,
  outlet: SessionOutlet,
  open: (outlet: SessionOutlet) => RecognitionSession,
): RecognitionSession {
  const measure = measureTo(events);
  const startedMs = clock.monotonicMs();
  let errorCode: string | null = null;
  const told = countRefusals(outlet, rejections);
  const onFinal = (latencyMs: number): void => {
    meter.final.add(latencyMs);
    measure({ type: 'final-result', latencyMs });
  };
  const finals = timeFinals(
    {
      ...told,
      send(message) {
        if (message.type === 'ERROR') errorCode = message.code;
        told.send(message);
      },
    },
    onFinal,
    clock,
  );
  const session = open(finals.outlet);
  meter.sessions += 1;
  measure({ type: 'session-start' });
  void session.ended.then(() => {
    meter.sessions -= 1;
    measure({ type: 'session-end', errorCode, durationMs: clock.monotonicMs() - startedMs });
  });
  return {
    sessionId: session.sessionId,
    ended: session.ended,
    arriving: () => session.arriving(),
    leave: () => session.leave(),
    stop: (error) => session.stop(error),
    receive(message) {
      if (message.type === 'config' || message.type === 'commit')
        finals.setRate(message.config?.sampleRateHz);
      if (message.type === 'audio') finals.received(message.bytes.byteLength);
      session.receive(message);
    },
  };
}

function countRefusals(outlet: SessionOutlet, rejections: MeasureSessionNeeds['rejections']): SessionOutlet {
  return {
    send(message) {
      const status = message.type === 'ERROR' ? REFUSALS[message.code] : undefined;
      if (message.type === 'ERROR' && status !== undefined) rejections.count(status, message.code);
      outlet.send(message);
    },
    notify: (notice) => outlet.notify?.(notice),
    close: (code) => outlet.close(code),
    pause: () => outlet.pause(),
    resume: () => outlet.resume(),
  };
}

/** The end of a chunk in a session's audio, and the time of its arrival. */
interface Arrival {
  readonly endSeconds: number;
  readonly atMs: number;
}

/**
 * Measures the latency of each final result of a session, from the arrival of the last speech in it. So it includes the silence that
 * ends an utterance, as users experience it.
 */
function timeFinals(
  outlet: SessionOutlet,
  onFinal: (latencyMs: number) => void,
  clock: Pick<Clock, 'monotonicMs'>,
) {
  let bytesPerSecond = 0;
  let receivedBytes = 0;
  let arrivals: Arrival[] = [];
  const note = (voiceEndSeconds: number): void => {
    arrivals = arrivals.filter(({ endSeconds }) => endSeconds >= voiceEndSeconds);
    const [arrived] = arrivals;
    if (arrived !== undefined) onFinal(clock.monotonicMs() - arrived.atMs);
  };
  return {
    setRate: (sampleRateHz: number | undefined): void => {
      if (sampleRateHz !== undefined) bytesPerSecond = sampleRateHz * PCM_BYTES_PER_SAMPLE;
    },
    received: (bytes: number): void => {
      if (bytesPerSecond === 0) return;
      receivedBytes += bytes;
      arrivals.push({ endSeconds: receivedBytes / bytesPerSecond, atMs: clock.monotonicMs() });
    },
    outlet: {
      send(message) {
        if (message.type === 'FINAL_RESULT' && message.speechType === 'detected-speech')
          note(message.endVoiceTime);
        outlet.send(message);
      },
      notify: (notice) => outlet.notify?.(notice),
      close: (code) => outlet.close(code),
      pause: () => outlet.pause(),
      resume: () => outlet.resume(),
    } satisfies SessionOutlet,
  };
}
