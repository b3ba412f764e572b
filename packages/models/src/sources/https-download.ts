import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import { httpGet } from './http-get.ts';
import { SourceFailure } from './source-failure.ts';

export interface HttpsDownloadOptions {
  readonly url: string;
  /** The path of the finished file. Meanwhile the bytes are in `<path>.part`, and `<path>.part.json` says where they come from. */
  readonly path: string;
  /** A server that does not answer within so many milliseconds counts as unreachable. */
  readonly answerTimeoutMs: number;
  /** The download fails if no byte arrives for so many milliseconds. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: (doneBytes: number, totalBytes: number) => void;
}

/** The origin of a `.part` file's bytes. It can be resumed only if there is a validator. */
interface PartNote {
  readonly url: string;
  readonly validator: string;
}

/** The number of broken connections in a row without new bytes after which it gives up. */
const MAX_FRUITLESS_TRIES = 2;

/**
 * Downloads a file. Resumes an earlier attempt if the server has an ETag or a date for the file and supports
 * ranges; otherwise, or if the file has changed, starts over.
 *
 * @throws SourceFailure; SpeechError `ABORTED`; file system errors unchanged
 */
export async function httpsDownload(options: HttpsDownloadOptions): Promise<void> {
  const part = `${options.path}.part`;
  for (let fruitless = 0; ; ) {
    const outcome = await downloadOnce(options, part);
    if (outcome.isComplete) break;
    fruitless = outcome.gainedBytes > 0 ? 0 : fruitless + 1;
    if (fruitless >= MAX_FRUITLESS_TRIES) throw outcome.failure;
  }
  // The note stays: if the rest of the model fails, the next attempt can use this complete file.
  await rename(part, options.path);
}

type Outcome = { isComplete: true } | { isComplete: false; gainedBytes: number; failure: SourceFailure };

async function downloadOnce(options: HttpsDownloadOptions, part: string): Promise<Outcome> {
  const place = new URL(options.url).host;
  const file = await open(part, 'a+');
  let startBytes = (await file.stat()).size;
  let doneBytes = startBytes;
  const stall = stallSignal(options);
  let hasAnswered = false;
  try {
    const note = await readNote(part);
    const canResume = startBytes > 0 && note?.url === options.url;
    const response = await httpGet(options.url, place, {
      signal: stall.signal,
      headers: {
        // A compressed answer would make byte offsets meaningless.
        'Accept-Encoding': 'identity',
        ...(canResume ? { Range: `bytes=${startBytes}-`, 'If-Range': note.validator } : {}),
      },
    });
    hasAnswered = true;
    stall.answered();
    const status = response.statusCode ?? 0;
    if (status === 416 && response.headers['content-range'] === `bytes */${startBytes}`) {
      response.destroy();
      return { isComplete: true };
    }
    const range = canResume && status === 206 ? contentRange(response, startBytes) : undefined;
    if (status === 416 || (status === 206 && range === undefined)) {
      response.destroy();
      await startOver(file, part);
      return {
        isComplete: false,
        gainedBytes: 0,
        failure: new SourceFailure(place, 'it refused the requested range'),
      };
    }
    if (status < 200 || status > 299) {
      response.destroy();
      throw new SourceFailure(place, `HTTP status ${status}`);
    }
    if (range === undefined) {
      await startOver(file, part);
      startBytes = 0;
      doneBytes = 0;
      await writeNote(part, options.url, response);
    }
    const totalBytes = range?.totalBytes ?? Number(response.headers['content-length'] ?? 0);
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      stall.restart();
      await file.appendFile(chunk);
      doneBytes += chunk.length;
      options.onBytes(doneBytes, totalBytes);
    }
    if (totalBytes > 0 && doneBytes !== totalBytes) {
      throw new SourceFailure(place, `it ended after ${doneBytes} of ${totalBytes} bytes`);
    }
    await file.sync();
    return { isComplete: true };
  } catch (cause) {
    const failure = failureOf(cause, place, options, stall.signal);
    // No retries for a host that cannot be reached at all.
    if (!hasAnswered) throw failure;
    return { isComplete: false, gainedBytes: Math.max(0, doneBytes - startBytes), failure };
  } finally {
    stall.stop();
    await file.close();
  }
}

/** @throws errors that are not a failure of the source */
function failureOf(
  cause: unknown,
  place: string,
  options: HttpsDownloadOptions,
  stall: AbortSignal,
): SourceFailure {
  if (options.signal.aborted) throw SpeechError.aborted(options.signal);
  if (stall.aborted) return new SourceFailure(place, String(stall.reason), { cause });
  if (cause instanceof SourceFailure) {
    // A refusal is final; a broken connection is not.
    if (cause.message.startsWith('it ended')) return cause;
    throw cause;
  }
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (typeof code === 'string' && /^(write|open|ftruncate|fsync)$/.test(syscall ?? '')) throw cause;
  // If a name has several addresses and none answers, the error has a code but no message.
  return new SourceFailure(place, (cause as Error).message || String(code), { cause });
}

/** Aborts when the caller does, when there is no answer in time, and after the answer when `restart` is not called in time. */
function stallSignal({ signal, stallTimeoutMs, answerTimeoutMs }: HttpsDownloadOptions) {
  const controller = new AbortController();
  const abortAfter = (limitMs: number, what: string) =>
    setTimeout(() => controller.abort(`no ${what} for ${limitMs} ms`), limitMs);
  let timer = abortAfter(answerTimeoutMs, 'answer');
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    answered() {
      clearTimeout(timer);
      timer = abortAfter(stallTimeoutMs, 'data');
    },
    restart: () => timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

function contentRange({ headers }: IncomingMessage, startBytes: number): { totalBytes: number } | undefined {
  const match = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '');
  return match !== null && Number(match[1]) === startBytes ? { totalBytes: Number(match[2]) } : undefined;
}

async function startOver(file: FileHandle, part: string): Promise<void> {
  await rm(`${part}.json`, { force: true });
  await file.truncate(0);
}

async function readNote(part: string): Promise<PartNote | undefined> {
  try {
    return JSON.parse(await readFile(`${part}.json`, 'utf8')) as PartNote;
  } catch {
    return undefined;
  }
}

async function writeNote(part: string, url: string, { headers }: IncomingMessage): Promise<void> {
  const { etag } = headers;
  // A weak ETag does not guarantee the same bytes.
  const validator = etag !== undefined && !etag.startsWith('W/') ? etag : headers['last-modified'];
  if (validator !== undefined)
    await writeFile(`${part}.json`, JSON.stringify({ url, validator } satisfies PartNote));
}
