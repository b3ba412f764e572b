import type { ByteRange } from '@parlance/core/storage';
import { changedError } from '@parlance/storage/kit';
import type { ObjectHead, S3Bucket } from './s3-bucket.ts';
import { s3Error } from './s3-error.ts';

const CHUNK_BYTES = 64 * 1024;
/** How often a connection may break without a new byte in between. The SDK retries only until the body begins. */
const FRUITLESS_TRIES = 3;

/** Reads a part of an object, and resumes if the connection breaks. */
export async function* readObjectRange(
  bucket: S3Bucket,
  name: string,
  seen: ObjectHead,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  let { start } = range;
  for (let fruitless = 0; start <= range.end; ) {
    const found = await bucket.get(name, { start, end: range.end });
    if (found === undefined) throw changedError();
    try {
      if (found.tag !== seen.tag) throw changedError();
      for await (const received of found.body) {
        for (const chunk of cut(received)) {
          start += chunk.length;
          fruitless = 0;
          yield chunk;
        }
      }
      if (start <= range.end) throw changedError();
    } catch (cause) {
      const failure = s3Error(cause);
      fruitless++;
      if (failure === cause || fruitless >= FRUITLESS_TRIES) throw failure;
    }
  }
}

function* cut(received: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < received.length; start += CHUNK_BYTES) {
    yield received.subarray(start, start + CHUNK_BYTES);
  }
}
