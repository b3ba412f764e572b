import { SpeechError } from '@parlance/core/errors';
import type { FastifyReply } from 'fastify';
import { type OpenStream, openStream } from './open-stream.ts';
import type { WriteRules } from './write-bytes.ts';

/** How chunks of audio are sent, and how the answer ends. */
export interface PieceForm {
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent for a chunk. Default: the chunk itself. */
  readonly piece?: (bytes: Uint8Array) => Uint8Array | string;
  /** @returns what is sent after all chunks */
  readonly last?: () => string;
  /** What is sent if it fails in the middle; absent: the connection is cut, so that nobody takes it for a complete file. */
  readonly failure?: (error: SpeechError) => string;
  readonly onFirst?: () => void;
}

/**
 * Sends audio chunk by chunk, no faster than the client reads: a chunk is requested when the one before has been written.
 *
 * @throws SpeechError if nothing has been sent yet, so that it can still be an ordinary answer
 */
export async function sendPieces(
  reply: FastifyReply,
  audio: AsyncIterable<Uint8Array>,
  form: PieceForm,
  rules: WriteRules,
): Promise<void> {
  const { piece: formOf = (bytes: Uint8Array) => bytes } = form;
  const pieces = audio[Symbol.asyncIterator]();
  let stream: OpenStream | undefined;
  /** An error meanwhile is the client's: it has left, or reads nothing, so that it would not read a failure either. */
  let isWriting = false;
  try {
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      if (stream === undefined) {
        form.onFirst?.();
        stream = openStream(reply, form.headers, rules);
      }
      isWriting = true;
      // The first one in the same tick as the head, so that both are sent in one packet.
      await stream.write(formOf(next.value));
      isWriting = false;
    }
    if (stream === undefined) throw new SpeechError('INTERNAL', 'The synthesis gave no audio.');
    isWriting = true;
    if (form.last !== undefined) await stream.write(form.last());
    stream.end();
  } catch (cause) {
    if (stream === undefined) throw cause;
    if (rules.signal.aborted) reply.log.info('client left before the end of its audio');
    else reply.log.error({ err: cause }, 'audio was cut off');
    if (isWriting) stream.cutOff();
    else await endBroken(stream, cause, form, rules);
  } finally {
    await pieces.return?.();
  }
}

async function endBroken(
  stream: OpenStream,
  cause: unknown,
  { failure }: PieceForm,
  { signal }: WriteRules,
): Promise<void> {
  if (failure === undefined || signal.aborted) return stream.cutOff();
  await stream.write(failure(SpeechError.from(cause))).catch(() => undefined);
  stream.end();
}
