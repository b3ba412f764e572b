import { SpeechError } from '@parlance/core/errors';
import {
  MAX_RECORDING_REDIRECTS,
  RECORDING_FLOOR,
  RECORDING_HEADERS_TIMEOUT_MS,
  RECORDING_TIMEOUT_MS,
} from '../egress-limits.ts';
import { deadline } from '../exchange/deadline.ts';
import { exchange, type Reply, type Wiring } from '../exchange/exchange.ts';
import { unreachable } from '../guard/check-host.ts';
import { readTarget, type Target } from '../guard/target-url.ts';
import { watchReading } from './watch-reading.ts';

const STATUS_OK = 200;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface FetchOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Fetches a recording, as fast as it is read. The request is sent at the first pull; leaving the loop early closes
 * the connection. The limit for the whole is 120 seconds, including the reader's own time, and the minimum speed while it is read is {@link RECORDING_FLOOR}.
 *
 * @throws SpeechError `AUDIO_FETCH_FAILED`, `AUDIO_TOO_LARGE` (before the first byte above the limit is returned), `ABORTED`
 */
export async function* fetchRecording(
  url: string,
  { maxBytes, signal }: FetchOptions,
  wiring: Wiring,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (signal.aborted) throw SpeechError.aborted(signal);
  using whole = deadline(wiring.clock, RECORDING_TIMEOUT_MS, signal);
  try {
    await using reply = await follow(url, whole.signal, wiring);
    refuseLarge(Number(reply.header('content-length') ?? 0), maxBytes);
    using watch = watchReading(wiring.clock, RECORDING_FLOOR);
    watch.signal.addEventListener('abort', () => reply.body.destroy(tooSlow()));
    let receivedBytes = 0;
    for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
      receivedBytes += chunk.length;
      refuseLarge(receivedBytes, maxBytes);
      watch.came(chunk.length);
      yield chunk;
      watch.asked();
    }
  } catch (cause) {
    if (signal.aborted) throw SpeechError.aborted(signal);
    throw SpeechError.is(cause) ? cause : unreachable(cause);
  }
}

/** Follows redirects to the recording; each address is checked like the first. */
async function follow(url: string, signal: AbortSignal, wiring: Wiring): Promise<Reply> {
  let target = readTarget(url);
  for (let redirects = 0; redirects <= MAX_RECORDING_REDIRECTS; redirects++) {
    if (target === null) throw unreachable();
    const reply = await exchange(
      { target, method: 'GET', headers: HEADERS, headersWithinMs: RECORDING_HEADERS_TIMEOUT_MS, signal },
      wiring,
    );
    try {
      if (!REDIRECTS.has(reply.status)) return refuseUnusable(reply);
      target = redirectOf(target, reply);
    } catch (cause) {
      await reply[Symbol.asyncDispose]();
      throw cause;
    }
    await reply[Symbol.asyncDispose]();
  }
  throw failed(`redirected more than ${MAX_RECORDING_REDIRECTS} times`);
}

/** With compression, a small answer could become a large file and bypass the limits on received bytes. */
const HEADERS = { accept: '*/*', 'accept-encoding': 'identity' };

function refuseUnusable(reply: Reply): Reply {
  if (reply.status !== STATUS_OK) throw failed(`answered with status ${reply.status}`);
  if ((reply.header('content-encoding') ?? 'identity') !== 'identity')
    throw failed('answered with a content encoding');
  return reply;
}

function redirectOf(from: Target, reply: Reply): Target | null {
  const location = reply.header('location') ?? '';
  if (location === '') throw failed(`answered with status ${reply.status}`);
  const to = readTarget(decoded(location), from.url);
  if (from.isSecure && to?.isSecure === false) throw failed('redirected from https to http');
  return to;
}

/** Node reads headers as Latin-1, but servers that do not percent-encode an address send it in UTF-8. */
function decoded(location: string): string {
  const text = Buffer.from(location, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? location : text;
}

function tooSlow(): SpeechError {
  const { bytesPerSecond, windowMs } = RECORDING_FLOOR;
  return failed(`sent less than ${bytesPerSecond} bytes a second for ${windowMs / 1000} seconds`);
}

function failed(what: string): SpeechError {
  return new SpeechError('AUDIO_FETCH_FAILED', `The recording's address ${what}.`);
}

function refuseLarge(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes || Number.isNaN(bytes)) return;
  throw new SpeechError('AUDIO_TOO_LARGE', `The recording is too large; the limit is ${maxBytes} bytes.`, {
    maxBytes,
  });
}
