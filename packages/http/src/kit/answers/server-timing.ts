import type { FastifyReply } from 'fastify';

/**
 * Tells in `Server-Timing` how long an answer waited for an engine to load. Of several loads, which run side by side, the longest counts.
 *
 * @returns to be called with each wait, before the answer's head is sent
 */
export function loadTiming(reply: FastifyReply): (durationMs: number) => void {
  let longestMs = 0;
  return (durationMs) => {
    longestMs = Math.max(longestMs, durationMs);
    if (!reply.raw.headersSent) void reply.header('server-timing', `load;dur=${longestMs.toFixed(1)}`);
  };
}
