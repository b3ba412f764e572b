import type { SpeechNotice } from '../recognition/recognizer/speech-notice.ts';
import type { SpokenWord } from '../segmentation/utterance.ts';
import type { SessionCloseCode, SessionFault, SessionStage } from './session-errors.ts';
import type { ClientMessage, ServerMessage, SessionConfig } from './session-messages.ts';

/**
 * - `AUTHENTICATING`: connected; the caller is being authenticated and admitted.
 * - `CONFIGURING`: waits for STREAMING_CONFIG.
 * - `PREPARING`: recognition is being opened; READY has not been sent yet.
 * - `STREAMING`: audio arrives.
 * - `FINISHING`: DONE was received; the last results are pending.
 * - `EXPIRING`: a time limit ended the audio; the last results are pending, then its ERROR follows.
 * - `CLOSED`: nothing is read or sent any more.
 */
export const SESSION_STATES = [
  'AUTHENTICATING',
  'CONFIGURING',
  'PREPARING',
  'STREAMING',
  'FINISHING',
  'EXPIRING',
  'CLOSED',
] as const;
export type SessionStateName = (typeof SESSION_STATES)[number];

export interface SessionState {
  readonly name: SessionStateName;
  /** Assigned by the server. */
  readonly sessionId: string;
  /** The longest session, from the accepted connection. */
  readonly maxSeconds: number;
  readonly config?: SessionConfig;
  /** Utterances recognized so far. */
  readonly utterances: number;
  readonly receivedBytes: number;
  /** Whether the recognizer has processed all audio that arrived, so that a silence on the connection is the client's. */
  readonly isInputDrained: boolean;
  readonly lastInterim?: Interim;
  /** The one before the last: the last may be the final's own early decoding, which always agrees with it. */
  readonly interimBefore?: Interim | undefined;
  /** Only in `EXPIRING`: the error to send after the last results. */
  readonly expiry?: SessionFault;
}

/** An interim result of an open utterance. */
export interface Interim {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

/** Times of speech as recognition reports them, in seconds from the session's first sample. */
export interface HeardTimes {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startVoiceSeconds: number;
  readonly endVoiceSeconds: number;
}

/**
 * - `config`: the time for STREAMING_CONFIG after the session was admitted.
 * - `session`: the longest session, from the accepted connection.
 * - `input`: no audio arrives although the recognizer waits for it.
 * - `finish`: the last results of an expired session.
 */
export type SessionTimer = 'config' | 'session' | 'input' | 'finish';

/** Everything that can happen to a session. */
export type SessionInput =
  | ClientMessage
  /** The app is known and has a slot. */
  | { readonly type: 'admitted' }
  /** Recognition is open. */
  | { readonly type: 'prepared' }
  /** Recognition has processed all audio and waits for more. */
  | { readonly type: 'input-drained' }
  /** More of an incomplete message has arrived: long ones take seconds on a slow connection. */
  | { readonly type: 'arriving' }
  | ({ readonly type: 'partial'; readonly text: string; readonly stability: number } & HeardTimes)
  | ({
      readonly type: 'final';
      readonly text: string;
      readonly textRaw: string;
      /** `textRaw` with terms of the vocabulary as they are written, as interims have them. Absent: there are none. */
      readonly textWithTerms?: string;
      readonly logProbabilities: readonly number[];
      /** Only if the session requested them. */
      readonly words?: readonly SpokenWord[] | undefined;
      /** Detected, otherwise the requested one. */
      readonly language?: string | undefined;
    } & HeardTimes)
  | { readonly type: 'notice'; readonly notice: SpeechNotice }
  /** Recognition ended, because the audio ended or had no speech for `noInputTimeoutMs`. */
  | { readonly type: 'recognized'; readonly reason: 'end-of-audio' | 'no-input' }
  | { readonly type: 'timer'; readonly timer: SessionTimer }
  /** Something of ours failed or refused. */
  | { readonly type: 'failed'; readonly fault: SessionFault }
  /** The client is gone. */
  | { readonly type: 'left' };

export type SessionInputType = SessionInput['type'];

/** An effect to perform; effects are performed in order. */
export type SessionEffect =
  | { readonly type: 'send'; readonly message: ServerMessage }
  /** Keep the message for the next state. */
  | { readonly type: 'hold'; readonly message: ClientMessage }
  | { readonly type: 'prepare'; readonly config: SessionConfig }
  | { readonly type: 'feed'; readonly bytes: Uint8Array }
  | { readonly type: 'commit'; readonly config: SessionConfig | undefined }
  | { readonly type: 'end-audio' }
  | { readonly type: 'notify'; readonly notice: SpeechNotice }
  /** Starts or restarts a timer. */
  | { readonly type: 'start-timer'; readonly timer: SessionTimer; readonly delayMs: number }
  | { readonly type: 'stop-timer'; readonly timer: SessionTimer }
  /** Stop recognition and every timer, and release the slot. */
  | { readonly type: 'free' }
  | { readonly type: 'close'; readonly code: SessionCloseCode };

/** The `stage` of an error that has none of its own. */
export const STAGE_OF_STATE = {
  AUTHENTICATING: 'AUTHENTICATING',
  CONFIGURING: 'CONFIGURING',
  PREPARING: 'CONFIGURING',
  STREAMING: 'STREAMING',
  FINISHING: 'STREAMING',
  EXPIRING: 'STREAMING',
  CLOSED: 'STREAMING',
} as const satisfies Record<SessionStateName, SessionStage>;
