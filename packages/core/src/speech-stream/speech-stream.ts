import type { SpeechError } from '../errors/speech-error.ts';
import type { SessionCloseCode } from '../session/session-errors.ts';
import type { StreamMessage } from './stream-input.ts';
import type { StreamServerMessage } from './stream-server-messages.ts';

/** A speech stream, as its connection sees it. */
export interface SpeechStream {
  /** Assigned by the server; READY and STREAM_END contain it. */
  readonly sessionId: string;
  /** Resolves when everything of the stream has been released: its slot, timers, units. Never rejects. */
  readonly ended: Promise<void>;
  /** A message of the client, in order. After the end it is ignored. */
  receive(message: StreamMessage): void;
  /** More of an incomplete message has arrived, so the client is not silent. */
  arriving(): void;
  /** The connection is gone. */
  leave(): void;
  /** Ends it from the server's side: the client gets the error. */
  stop(error: SpeechError): void;
}

/** The connection, as its stream sees it. */
export interface StreamOutlet {
  send(message: StreamServerMessage): void;
  /** Resolves when there is room for more, or the connection is gone: a slow reader slows down the synthesis. */
  sendAudio(bytes: Uint8Array): Promise<void>;
  /** After the last message. The stream is over. */
  close(code: SessionCloseCode): void;
}
