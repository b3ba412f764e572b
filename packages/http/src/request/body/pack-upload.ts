import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { UploadedPackFile } from '@parlance/core/service';
import type { FastifyRequest } from 'fastify';
import { readWatched, type Watched } from '../../kit/bodies/form-watch.ts';

const { maxBytes, maxFiles } = LIMITS.voicePack;
/** The bytes between files: headers of at most a kilobyte each. */
const REST_BYTES = 2_000_000;

/**
 * The files of a form as they arrive, in any fields; a file's name is its path. Must be read one after another.
 *
 * @throws SpeechError `INVALID_INPUT`, `ABORTED` if the client leaves
 */
export function readPackUpload(
  request: FastifyRequest,
  { floor }: { readonly floor: UploadFloor },
): AsyncGenerator<UploadedPackFile, void, undefined> {
  const limits = { maxBytes: maxBytes + REST_BYTES, maxParts: maxFiles, floor };
  return readWatched(request, limits, (watched) => readFiles(request, watched));
}

async function* readFiles(
  request: FastifyRequest,
  watched: Watched,
): AsyncGenerator<UploadedPackFile, void, undefined> {
  const parts = request.parts({
    preservePath: true,
    limits: { parts: maxFiles, fileSize: Number.POSITIVE_INFINITY, headerPairs: 32 },
    isPartAFile: () => true,
  });
  for await (const part of parts) {
    if (part.type !== 'file' || part.filename === undefined)
      throw new SpeechError(
        'INVALID_INPUT',
        'The form has a field that is no file. Send the files of the pack alone.',
        {
          field: part.fieldname,
        },
      );
    yield { path: part.filename, content: watched(part.file) };
  }
}
