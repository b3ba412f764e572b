import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type LiveSynthesis, SpeechError } from '@parlance/core';
import type { FastifyReply } from 'fastify';

export interface StreamRules {
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** How long the client may leave what was sent unread. */
  readonly stallTimeoutMs: number;
  readonly onFirstAudio: () => void;
}

/**
 * Sends a synthesis piece by piece, no faster than the client reads: a piece is asked for when the one before is handed
 * over.
 *
 * @throws SpeechError while nothing is sent yet, so that it can still be an ordinary answer. Later the connection is cut
 * instead, in a way that no client takes for the end of a file.
 */
export async function streamAudio(
  reply: FastifyReply,
  synthesis: LiveSynthesis,
  rules: StreamRules,
): Promise<void> {
  const pieces = synthesis.audio[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    if (first.done === true) throw new SpeechError('INTERNAL', 'The synthesis gave no audio.');
    rules.onFirstAudio();
    reply.hijack();
    await sendAll(reply, synthesis, first.value, pieces, rules);
  } finally {
    await pieces.return?.();
  }
}

async function sendAll(
  reply: FastifyReply,
  synthesis: LiveSynthesis,
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
  rules: StreamRules,
): Promise<void> {
  const response = reply.raw;
  try {
    response.writeHead(200, { ...reply.getHeaders(), ...headersOf(synthesis) } as Record<string, string>);
    // In the same tick as the headers, so that both leave in one packet.
    await write(response, first, rules);
    for (let piece = await rest.next(); piece.done !== true; piece = await rest.next()) {
      await write(response, piece.value, rules);
    }
    response.end();
  } catch (error) {
    cutOff(response);
    if (rules.signal.aborted) reply.log.info('client left before the end of its audio');
    else reply.log.error({ err: error }, 'audio was cut off');
  }
}

function headersOf({ contentType, characters, credits }: LiveSynthesis): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Or a proxy would gather the whole answer before it passes on the first byte.
    'x-accel-buffering': 'no',
    'x-characters': String(characters),
    'x-credits': credits,
  };
}

async function write(
  response: ServerResponse,
  bytes: Uint8Array,
  { signal, stallTimeoutMs }: StreamRules,
): Promise<void> {
  if (signal.aborted) throw SpeechError.aborted(signal);
  if (response.write(bytes)) return;
  await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(stallTimeoutMs)]) });
}

/** Without its last chunk a chunked answer is broken for all to see; an HTTP/1.0 one needs a reset for that. */
function cutOff(response: ServerResponse): void {
  if (response.req.httpVersionMinor === 0 && response.req.httpVersionMajor === 1)
    response.socket?.resetAndDestroy();
  response.destroy();
}
