import type { IncomingMessage } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import { abortable } from '@parlance/core/platform';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { FastifyRequest } from 'fastify';
import { watchPace } from './upload-pace.ts';
import { watchSize } from './upload-size.ts';

/** Passes part of a form on, until the form is too large or too slow. */
export type Watched = <Piece>(pieces: AsyncIterable<Piece>) => AsyncGenerator<Piece, void, undefined>;

export interface FormWatch {
  readonly maxBytes: number;
  readonly maxParts: number;
  readonly floor: UploadFloor;
}

/**
 * Passes the parts of a form on, until the form is too large or too slow.
 *
 * @param read gets a function through which it must pass the streams that it yields
 * @throws SpeechError `INVALID_INPUT`, `ABORTED` if the client leaves
 */
export async function* readWatched<Part>(
  request: FastifyRequest,
  { maxBytes, maxParts, floor }: FormWatch,
  read: (watched: Watched) => AsyncIterable<Part>,
): AsyncGenerator<Part, void, undefined> {
  const pace = watchPace(request.raw, floor);
  const size = watchSize(request.raw, maxBytes);
  const signal = AbortSignal.any([pace.signal, size.signal]);
  const watched: Watched = async function* (pieces) {
    try {
      yield* abortable(pieces, signal, ({ reason }) => reason);
    } catch (error) {
      throw asUploadError(error, request.raw, maxParts);
    }
  };
  try {
    yield* watched(read(watched));
  } finally {
    pace.stop();
    size.stop();
  }
}

/** The parser reports a broken form as an error of the server, but it is the caller's. */
function asUploadError(
  error: unknown,
  { complete, destroyed }: IncomingMessage,
  maxParts: number,
): SpeechError {
  if (SpeechError.is(error)) return error;
  if (destroyed && !complete) return SpeechError.aborted();
  const message =
    (error as { code?: unknown }).code === 'FST_PARTS_LIMIT'
      ? `The form has too many parts: at most ${maxParts} are taken.`
      : 'The body is not a well-formed multipart/form-data form.';
  return new SpeechError('INVALID_INPUT', message, {}, { cause: error });
}
