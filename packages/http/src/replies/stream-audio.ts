import { SpeechError } from '@parlance/core/errors';
import type { LiveSynthesis } from '@parlance/core/synthesis';
import type { FastifyReply } from 'fastify';
import { cutOff, type WriteRules, writeBytes } from './write-bytes.ts';

const MAX_WARNINGS_CHARS = 2000;

export interface StreamRules extends WriteRules {
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
    await writeBytes(response, first, rules);
    for (let piece = await rest.next(); piece.done !== true; piece = await rest.next()) {
      await writeBytes(response, piece.value, rules);
    }
    response.end();
  } catch (error) {
    cutOff(response);
    if (rules.signal.aborted) reply.log.info('client left before the end of its audio');
    else reply.log.error({ err: error }, 'audio was cut off');
  }
}

function headersOf({
  contentType,
  characters,
  credits,
  warnings = [],
}: LiveSynthesis): Record<string, string> {
  return {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Or a proxy would gather the whole answer before it passes on the first byte.
    'x-accel-buffering': 'no',
    'x-characters': String(characters),
    'x-credits': credits,
    ...(warnings.length === 0 ? {} : { 'x-warnings': headerOf(warnings) }),
  };
}

/** Warnings in one line. What a caller wrote comes back in them, so signs that no header may hold are masked. */
function headerOf(warnings: readonly string[]): string {
  return warnings
    .join(' | ')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, MAX_WARNINGS_CHARS);
}
