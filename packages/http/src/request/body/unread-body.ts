import type { IncomingMessage, ServerResponse } from 'node:http';

/** The rest of a small body is discarded, so that the connection can serve the next request. */
const MAX_SKIPPED_BYTES = 65_536;

/** How long the rest of a refused upload is discarded before its connection is cut. */
const LINGER_MS = 5000;

/** Whether an answer now would be sent in the middle of a body whose rest is too long to be discarded. */
export function isUploading(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > MAX_SKIPPED_BYTES);
}

/**
 * Ends the connection after this answer, which is sent while the body is still arriving.
 *
 * Closing at once would lose the answer: bytes that arrive at a closed socket are answered with a reset, and a reset makes
 * the client's system drop what it has not read. So only our side is closed, and incoming bytes are discarded until the
 * client closes too or the time is over.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  request.unpipe();
  request.resume();
  // Node calls this after the last answer of a connection is written; its own implementation destroys the socket.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
