import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { contentTypeOf } from '../kit/errors/error-family.ts';
import { JSON_ERRORS } from './error-style.ts';

/** Bytes that never became a request, by Node's error code; everything else is malformed HTTP. */
const UNREADABLE: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large.' },
};
const MALFORMED = { status: 400, message: 'The request is not well-formed HTTP.' };

/** Undocumented, but Node's own handler of such errors uses it, too: the answer that is under way. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: Pick<ServerResponse, 'headersSent'> | null;
}

/**
 * Answers a connection whose bytes are not a request, in the same form as every other error, and ends it. If an answer has been sent in part, an
 * error would become part of its body, so the connection only ends.
 */
export function answerUnreadable(error: { readonly code?: string }, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, message } = UNREADABLE[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify(JSON_ERRORS.body('BAD_REQUEST', message));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Type: ${contentTypeOf(JSON_ERRORS)}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
