import { setTimeout as delay } from 'node:timers/promises';
import type { ParlanceClient } from '@parlance/client';
import { RATE_HZ } from './scenario.ts';

const CHUNK_SECONDS = 0.1;
const CHUNK_SAMPLES = RATE_HZ * CHUNK_SECONDS;
const SPEECH_COMPLETE_TIMEOUT_MS = 800;
const MS_IN_SECOND = 1000;

export interface SessionResult {
  /** Of utterances that ended in a silence. */
  readonly finalLatenciesMs: readonly number[];
  /**
   * Of parts of an utterance that goes on, because it is longer than the model takes at once: from their last voiced sample until
   * they arrive. No silence ended them, so there is none to wait for.
   */
  readonly partLatenciesMs: readonly number[];
  readonly interimLatenciesMs: readonly number[];
  /** Utterances with words. */
  readonly finals: number;
}

/** Speaks one session at the pace of speech and notes when each result came. */
export async function runSession(client: ParlanceClient, speech: Float32Array): Promise<SessionResult> {
  const ends: {
    readonly startVoiceTime: number;
    readonly endVoiceTime: number;
    readonly afterVoiceMs: number;
  }[] = [];
  const interimLatenciesMs: number[] = [];
  let startedAtMs = 0;
  const spokenAtMs = (seconds: number): number => startedAtMs + seconds * MS_IN_SECOND;
  async function* atPace(): AsyncGenerator<Float32Array> {
    startedAtMs = performance.now();
    for (let at = 0; at < speech.length; at += CHUNK_SAMPLES) {
      // A microphone hands a chunk over when its last sample was spoken.
      const dueAtMs = spokenAtMs((at + CHUNK_SAMPLES) / RATE_HZ);
      await delay(Math.max(0, dueAtMs - performance.now()));
      yield speech.slice(at, at + CHUNK_SAMPLES);
    }
  }
  const session = client.listen(atPace(), {
    sampleRateHz: RATE_HZ,
    interimResults: true,
    speechCompleteTimeoutMs: SPEECH_COMPLETE_TIMEOUT_MS,
    noInputTimeoutMs: 10_000,
  });
  for await (const event of session) {
    const nowMs = performance.now();
    if (event.type === 'INTERIM_RESULT') {
      interimLatenciesMs.push(nowMs - spokenAtMs(event.endTime));
    } else if (event.speechType === 'detected-speech') {
      const { startVoiceTime, endVoiceTime } = event;
      ends.push({ startVoiceTime, endVoiceTime, afterVoiceMs: nowMs - spokenAtMs(endVoiceTime) });
    }
  }
  const isPart = (at: number): boolean => {
    const [end, next] = [
      ends[at]?.endVoiceTime ?? 0,
      ends[at + 1]?.startVoiceTime ?? Number.POSITIVE_INFINITY,
    ];
    return (next - end) * MS_IN_SECOND < SPEECH_COMPLETE_TIMEOUT_MS;
  };
  return {
    finalLatenciesMs: ends
      .filter((_, at) => !isPart(at))
      .map(({ afterVoiceMs }) => afterVoiceMs - SPEECH_COMPLETE_TIMEOUT_MS),
    partLatenciesMs: ends.filter((_, at) => isPart(at)).map(({ afterVoiceMs }) => afterVoiceMs),
    interimLatenciesMs,
    finals: ends.length,
  };
}
