import { randomUUID } from 'node:crypto';
import type { UploadedPackFile } from '@parlance/core/service';

export interface StreamedForm {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
}

/** A form whose files are read while it is sent; `FormData` would need all of them first. */
export function packForm(files: AsyncIterable<UploadedPackFile>): StreamedForm {
  const boundary = `parlance-${randomUUID()}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: ReadableStream.from(formBytes(files, boundary)),
  };
}

async function* formBytes(
  files: AsyncIterable<UploadedPackFile>,
  boundary: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { path, content } of files) {
    yield Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escaped(path)}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    );
    yield* content;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

/** Escapes a file name as browsers do. */
function escaped(path: string): string {
  return path.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
