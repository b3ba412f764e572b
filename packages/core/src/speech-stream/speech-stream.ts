import type { SpeechError } from '../errors/speech-error.ts';
import type { SessionCloseCode } from '../session/session-errors.ts';
import type { StreamMessage } from './stream-input.ts';
import type { StreamServerMessage } from './stream-server-messages.ts';

/** Text in, speech out, as its connection sees it. */
export interface SpeechStream {
  /** Assigned by the server; READY and STREAM_END carry it. */
  readonly sessionId: string;
  /** Resolves when nothing of the stream is left: its slot, timers, units. Never rejects. */
  readonly ended: Promise<void>;
  /** A message of the client, in order. After the end it is ignored. */
  receive(message: StreamMessage): void;
  /** More of a message came that is not whole yet: the client is not silent. */
  arriving(): void;
  /** The connection is gone. */
  leave(): void;
  /** Ends it from the server's side: the client is told the error. */
  stop(error: SpeechError): void;
}

/** The connection, as its stream sees it. */
export interface StreamOutlet {
  send(message: StreamServerMessage): void;
  /** Resolves when there is room for more, or the connection is gone: a slow reader holds the synthesis back. */
  sendAudio(bytes: Uint8Array): Promise<void>;
  /** After the last message. The stream is over. */
  close(code: SessionCloseCode): void;
}
