import type { SpeechError } from '../errors/speech-error.ts';
import type { SpeechNotice } from '../recognition/recognizer/speech-notice.ts';
import type { SessionCloseCode } from './session-errors.ts';
import type { ClientMessage, ServerMessage } from './session-messages.ts';

/** One session of live recognition, as its connection sees it. */
export interface RecognitionSession {
  /** Assigned by the server; READY and STREAM_END contain it. */
  readonly sessionId: string;
  /** Resolves when everything of the session has been released: its slot, timers, detector. Never rejects. */
  readonly ended: Promise<void>;
  /** A message of the client, in order. After the end it is ignored. */
  receive(message: ClientMessage): void;
  /** More of an incomplete message has arrived, so the client is not silent. */
  arriving(): void;
  /** The connection is gone. */
  leave(): void;
  /** Ends it from the server's side: the client gets the error. */
  stop(error: SpeechError): void;
}

/** What an adapter sets for a session that it opens; clients cannot change it. */
export interface SessionOptions {
  /** The longest session, from the accepted connection to its end. Absent: the service's setting. */
  readonly maxSeconds?: number | undefined;
  /** Where the transcript is sent when a session with audio is over. Absent: nowhere. */
  readonly webhook?: SessionWebhook | undefined;
}

export interface SessionWebhook {
  /** In the form that `callerUrl` accepts. Each delivery checks where it leads. */
  readonly url: string;
  /** Members that the body gets in addition to the transcript's own. */
  readonly members: Readonly<Record<string, string>>;
}

/** The connection, as its session sees it. */
export interface SessionOutlet {
  send(message: ServerMessage): void;
  /** Absent: the protocol does not report notices. */
  notify?(notice: SpeechNotice): void;
  /** After the last message. The session is over. */
  close(code: SessionCloseCode): void;
  /** Stops reading, because audio arrives faster than it is recognized. */
  pause(): void;
  resume(): void;
}
