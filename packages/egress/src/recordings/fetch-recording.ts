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
 * Fetches a recording, as fast as it is read. Nothing is asked for before the first pull; leaving the loop early closes
 * the connection. The whole has 120 seconds, the reader's own time included, and comes no slower than {@link RECORDING_FLOOR} while it is read.
 *
 * @throws SpeechError `AUDIO_FETCH_FAILED`, `AUDIO_TOO_LARGE` (before the byte that is one too many is handed out), `ABORTED`
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

/** Goes from one address to the next, each checked like the first, to where the recording is. */
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

/** Compressed audio would let a small answer become a large file, past every count of what came in. */
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
  const to = readTarget(location, from.url);
  if (from.isSecure && to?.isSecure === false) throw failed('redirected from https to http');
  return to;
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
