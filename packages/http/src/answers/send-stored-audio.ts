import type { ByteRange } from '@parlance/core/storage';
import type { LinkedAudio } from '@parlance/core/synthesis';
import type { FastifyReply } from 'fastify';
import { cutOff, endAnswer, type WriteRules, writeBytes } from '../kit/answers/write-bytes.ts';
import { contentRange } from '../request/headers/byte-range.ts';

/** Descriptions of the headers of stored audio, for the document. */
export const LINK_HEADERS = {
  'Accept-Ranges': '`bytes`.',
  ETag: 'Never changes for this audio.',
  'Content-Length': 'Bytes.',
} as const;

/** A link is a credential: no cache may store the audio, and no referrer may reveal the link. */
const SENT_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'accept-ranges': 'bytes',
} as const;

/** Sets the headers of an answer with all or part of this audio. */
export function describeStoredAudio(reply: FastifyReply, { contentType, etag }: LinkedAudio): void {
  void reply.headers({ ...SENT_HEADERS, 'content-type': contentType, etag });
}

/** Sends stored audio, or a part of it, no faster than it is read. */
export async function sendStoredAudio(
  reply: FastifyReply,
  { audio }: LinkedAudio,
  range: ByteRange | undefined,
  rules: WriteRules,
): Promise<void> {
  const pieces = audio.read(range)[Symbol.asyncIterator]();
  try {
    // If the audio can't be read, that shows here at the latest, when it can still be reported as an error.
    let piece = await pieces.next();
    const { start, end } = range ?? { start: 0, end: audio.bytes - 1 };
    void reply.header('content-length', end - start + 1);
    if (range !== undefined) void reply.header('content-range', contentRange(range, audio.bytes));
    reply.hijack();
    reply.raw.writeHead(range === undefined ? 200 : 206, reply.getHeaders() as Record<string, string>);
    for (; piece.done !== true; piece = await pieces.next()) {
      await writeBytes(reply.raw, piece.value, rules);
    }
    endAnswer(reply.raw, rules);
  } catch (error) {
    if (!reply.sent) throw error;
    cutOff(reply.raw);
    if (rules.signal.aborted) reply.log.info('client left before the end of its audio');
    else reply.log.error({ err: error }, 'audio was cut off');
  } finally {
    await pieces.return?.();
  }
}
