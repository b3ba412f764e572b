import type { SpeechError } from '../errors/speech-error.ts';
import type { SpeechNotice } from '../recognition/speech-notice.ts';
import type { SessionCloseCode } from './session-errors.ts';
import type { ClientMessage, ServerMessage } from './session-messages.ts';

/** One session of live recognition, as its connection sees it. */
export interface RecognitionSession {
  /** Assigned by the server; READY and STREAM_END carry it. */
  readonly sessionId: string;
  /** Resolves when nothing of the session is left: its slot, timers, detector. Never rejects. */
  readonly ended: Promise<void>;
  /** A message of the client, in order. After the end it is ignored. */
  receive(message: ClientMessage): void;
  /** More of a message came that is not whole yet: the client is not silent. */
  arriving(): void;
  /** The connection is gone. */
  leave(): void;
  /** Ends it from the server's side: the client is told the error. */
  stop(error: SpeechError): void;
}

/** What an adapter sets for a session that it opens; clients have no say in it. */
export interface SessionOptions {
  /** From the accepted connection to its end. Absent: as the service is set. */
  readonly maxSeconds?: number | undefined;
  /** Who is sent the transcript when a session with audio is over. Absent: nobody. */
  readonly webhook?: SessionWebhook | undefined;
}

export interface SessionWebhook {
  /** As `callerUrl` takes it. Where it leads to is checked by each delivery. */
  readonly url: string;
  /** Members that the body gets beside the transcript's own. */
  readonly members: Readonly<Record<string, string>>;
}

/** The connection, as its session sees it. */
export interface SessionOutlet {
  send(message: ServerMessage): void;
  /** Absent: the protocol does not report such things. */
  notify?(notice: SpeechNotice): void;
  /** After the last message. The session is over. */
  close(code: SessionCloseCode): void;
  /** Stop reading: audio comes faster than it is recognized. */
  pause(): void;
  resume(): void;
}
