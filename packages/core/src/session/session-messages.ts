import type { SpokenWord } from '../segmentation/utterance.ts';
import type { VocabularyTerm } from '../vocabulary/vocabulary-term.ts';
import type { SessionErrorMessage, SessionFault } from './session-errors.ts';

/** STREAMING_CONFIG's `config`, validated and with its defaults. */
export interface SessionConfig {
  readonly sampleRateHz: number;
  readonly interimResults: boolean;
  /** The client's own name for the session, only for logs. */
  readonly clientSessionId?: string | undefined;
  /** Silence that ends the session. Absent: silence never ends it. */
  readonly noInputTimeoutMs?: number | undefined;
  readonly speechCompleteTimeoutMs: number;
  /** BCP 47 language, such as `en`, which selects the recognizer. Absent: the first one. */
  readonly language?: string | undefined;
  /** Whether finals have the times of their words. Absent: they have none. */
  readonly words?: boolean | undefined;
  /** Terms of the session, in addition to its app's. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
  /** Whether the outlet is notified when speech starts and ends, see {@link SpeechNotice}. */
  readonly speechNotices?: boolean | undefined;
}

/** A parsed message of the client. An invalid message is one too: the state decides how to react. */
export type ClientMessage =
  | { readonly type: 'config'; readonly config: SessionConfig }
  /** A STREAMING_CONFIG whose values are not allowed. */
  | { readonly type: 'config-invalid'; readonly fault: SessionFault }
  /** 16-bit little-endian mono PCM, whole samples. */
  | { readonly type: 'audio'; readonly bytes: Uint8Array }
  /**
   * The open utterance ends here, and what follows is recognized with `config` if there is one. Its rate may differ only before the first
   * audio. The notice `committed` follows when everything before it has been reported.
   */
  | { readonly type: 'commit'; readonly config?: SessionConfig }
  | { readonly type: 'done' }
  | { readonly type: 'ping' }
  | { readonly type: 'malformed'; readonly message: string };

/** Seconds from the session's first sample: the utterance's window, and the edges of the voice inside it. */
export interface ResultTimes {
  readonly startTime: number;
  readonly endTime: number;
  readonly startVoiceTime: number;
  readonly endVoiceTime: number;
}

export interface InterimResultMessage extends ResultTimes {
  readonly type: 'INTERIM_RESULT';
  readonly text: string;
  readonly isFinal: false;
  /** 0 to 1. */
  readonly stability: number;
}

export interface FinalResultMessage extends ResultTimes {
  readonly type: 'FINAL_RESULT';
  readonly text: string;
  /** As the model returned it. */
  readonly textRaw: string;
  readonly isFinal: true;
  /**
   * Only if the session requested them: the words of `textRaw`, with terms of the vocabulary as they are written, in seconds from the session's first
   * sample. Absent if they could not be found.
   */
  readonly words?: readonly SpokenWord[] | undefined;
  /** The language that the model detected, otherwise the one that the session requested; BCP 47. Absent: neither. */
  readonly language?: string | undefined;
  /** 0 to 1, see `confidenceOf`. */
  readonly confidenceScore: number;
  readonly speechType: 'detected-speech' | 'no-speech';
  readonly status: 'SUCCESS' | 'FAILURE';
}

/** A message of the server, in the wire format. */
export type ServerMessage =
  | { readonly type: 'READY'; readonly sessionId: string }
  | InterimResultMessage
  | FinalResultMessage
  | { readonly type: 'PONG' }
  | { readonly type: 'STREAM_END'; readonly sessionId: string; readonly totalUtterances: number }
  | SessionErrorMessage;
