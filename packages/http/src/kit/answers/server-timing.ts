import type { FastifyReply } from 'fastify';

/**
 * Reports in `Server-Timing` how long an answer waited for engines to load. Of several loads, which run in parallel, the longest counts.
 *
 * @returns must be called with each wait, before the answer's head is sent
 */
export function loadTiming(reply: FastifyReply): (durationMs: number) => void {
  let longestMs = 0;
  return (durationMs) => {
    longestMs = Math.max(longestMs, durationMs);
    if (!reply.raw.headersSent) void reply.header('server-timing', `load;dur=${longestMs.toFixed(1)}`);
  };
}
