import type { SpeechNotice } from '../recognition/speech-notice.ts';
import type { SpokenWord } from '../segmentation/utterance.ts';
import type { SessionCloseCode, SessionFault, SessionStage } from './session-errors.ts';
import type { ClientMessage, ServerMessage, SessionConfig } from './session-messages.ts';

/**
 * - `AUTHENTICATING`: connected; who calls and whether there is room is being found out.
 * - `CONFIGURING`: waits for STREAMING_CONFIG.
 * - `PREPARING`: recognition is being opened; READY was not sent yet.
 * - `STREAMING`: audio comes in.
 * - `FINISHING`: DONE was received; the last results are on their way.
 * - `EXPIRING`: a time limit ended the audio; the last results are on their way, then its ERROR.
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
  /** From the accepted connection. */
  readonly maxSeconds: number;
  readonly config?: SessionConfig;
  /** Utterances recognized so far. */
  readonly utterances: number;
  readonly receivedBytes: number;
  /** The recognizer has had all audio that arrived, so a silence on the line is the client's. */
  readonly isInputDrained: boolean;
  readonly lastInterim?: Interim;
  /** The one before: the last may be the final's own decoding, and agrees with it whatever it says. */
  readonly interimBefore?: Interim | undefined;
  /** Of `EXPIRING`: what is told once the last results were sent. */
  readonly expiry?: SessionFault;
}

/** What an open utterance sounded like up to some moment. */
export interface Interim {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

/** A stretch of speech as recognition reports it, in seconds from the session's first sample. */
export interface HeardTimes {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly startVoiceSeconds: number;
  readonly endVoiceSeconds: number;
}

/**
 * - `config`: STREAMING_CONFIG within its time after the session was admitted.
 * - `session`: the longest session, from the accepted connection.
 * - `input`: no audio arrives, though more is wanted.
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
  /** Recognition has had all audio and waits for more. */
  | { readonly type: 'input-drained' }
  /** More of a message came that is not whole yet: long ones take seconds on a slow line. */
  | { readonly type: 'arriving' }
  | ({ readonly type: 'partial'; readonly text: string; readonly stability: number } & HeardTimes)
  | ({
      readonly type: 'final';
      readonly text: string;
      readonly textRaw: string;
      /** `textRaw` with terms of the vocabulary as they are written, as interims have them. Absent: there are none. */
      readonly textWithTerms?: string;
      readonly logProbabilities: readonly number[];
      /** Of a session that asked for them. */
      readonly words?: readonly SpokenWord[] | undefined;
      /** Detected, else asked for. */
      readonly language?: string | undefined;
    } & HeardTimes)
  | { readonly type: 'notice'; readonly notice: SpeechNotice }
  /** Recognition ended: the audio did, or it held no speech for `noInputTimeoutMs`. */
  | { readonly type: 'recognized'; readonly reason: 'end-of-audio' | 'no-input' }
  | { readonly type: 'timer'; readonly timer: SessionTimer }
  /** Something of ours failed, or refuses. */
  | { readonly type: 'failed'; readonly fault: SessionFault }
  /** The client is gone. */
  | { readonly type: 'left' };

export type SessionInputType = SessionInput['type'];

/** What is to be done, in order. */
export type SessionEffect =
  | { readonly type: 'send'; readonly message: ServerMessage }
  /** Keep the message and give it to the next state. */
  | { readonly type: 'hold'; readonly message: ClientMessage }
  | { readonly type: 'prepare'; readonly config: SessionConfig }
  | { readonly type: 'feed'; readonly bytes: Uint8Array }
  | { readonly type: 'commit'; readonly config: SessionConfig | undefined }
  | { readonly type: 'end-audio' }
  | { readonly type: 'notify'; readonly notice: SpeechNotice }
  /** Starts or restarts a timer. */
  | { readonly type: 'start-timer'; readonly timer: SessionTimer; readonly delayMs: number }
  | { readonly type: 'stop-timer'; readonly timer: SessionTimer }
  /** Stop recognition and every timer, give the slot back. */
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
