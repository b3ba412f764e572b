import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is left of a small body is read over, so that the connection can serve the next request. */
const MAX_SKIPPED_BYTES = 65_536;

/** How long a refused upload is still read over before its connection is cut. */
const LINGER_MS = 5000;

/** Whether an answer now would come in the middle of a body that is too long to be read over. */
export function isUploading(request: IncomingMessage): boolean {
  if (request.complete) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > MAX_SKIPPED_BYTES);
}

/**
 * Ends the connection after this answer, which leaves while the body still comes in.
 *
 * Closing at once would lose the answer: bytes that arrive at a closed socket are answered with a reset, and a reset makes
 * the client's system throw away what it has not read. So our side is closed, and what comes in is thrown away until the
 * client closes too or has had its time.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  request.unpipe();
  request.resume();
  // Node calls this when the last answer of a connection is written; its own way destroys the socket there.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
}
