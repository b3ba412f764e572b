import type { App } from '../../accounts/app.ts';
import { PCM_BYTES_PER_SAMPLE } from '../../audio/pcm-format.ts';
import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import type { RequestFailure } from '../../requests/records/synthesis-record.ts';
import type { KeptUtterance } from '../../segmentation/utterance.ts';
import type { SessionErrorCode } from '../session-errors.ts';
import type { ServerMessage } from '../session-messages.ts';
import type { SessionState } from '../session-state.ts';
import type { EndedSession } from './record-session.ts';

/** What is stored of a session, collected from the messages to its client. */
export interface SessionAccount {
  /** Called with every message, in order. */
  note(message: ServerMessage): void;
  /** @returns `undefined` if no audio was received: there is nothing to charge or to show */
  close(
    state: SessionState,
    session: { readonly app: App; readonly startedAtMs: number },
  ): EndedSession | undefined;
}

/** Errors that are our fault: a session that ends with one of them costs nothing. */
const OUR_FAULTS: Readonly<Partial<Record<SessionErrorCode, SpeechErrorCode>>> = {
  PROVIDER_UNAVAILABLE: 'ENGINE_UNAVAILABLE',
  PROVIDER_UNKNOWN: 'ENGINE_FAILED',
  INTERNAL_ERROR: 'INTERNAL',
};

export function createSessionAccount(): SessionAccount {
  const utterances: KeptUtterance[] = [];
  let failure: RequestFailure | null = null;
  return {
    note(message) {
      if (message.type === 'ERROR') {
        const code = OUR_FAULTS[message.code];
        if (code !== undefined) failure = { code, message: message.message };
      }
      if (message.type !== 'FINAL_RESULT' || message.speechType !== 'detected-speech') return;
      const { text, words, startVoiceTime, endVoiceTime } = message;
      utterances.push({ text, startTime: startVoiceTime, endTime: endVoiceTime, ...(words && { words }) });
    },
    close({ sessionId, config, receivedBytes }, session) {
      if (config === undefined || receivedBytes === 0) return undefined;
      const receivedSeconds = receivedBytes / (config.sampleRateHz * PCM_BYTES_PER_SAMPLE);
      return { ...session, sessionId, receivedSeconds, utterances, failure };
    },
  };
}
