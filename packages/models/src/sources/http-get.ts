import { once } from 'node:events';
import { type IncomingMessage, get as plainGet } from 'node:http';
import { get as secureGet } from 'node:https';
import { SourceFailure } from './source-failure.ts';

export interface HttpGetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request at any time, including while the body is read. */
  readonly signal: AbortSignal;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 10;

/**
 * Sends a GET request and follows redirects. The body arrives no faster than it is read.
 *
 * Not `fetch`: before undici 8 it ends the process if a server closes the connection after its answer while part of the body is still unread
 * (nodejs/undici#5360), as Python's `http.server` does.
 *
 * @throws SourceFailure for an invalid redirect or one away from TLS; connection errors are passed on unchanged
 */
export async function httpGet(
  address: string,
  place: string,
  options: HttpGetOptions,
): Promise<IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await ask(url, options);
    if (!REDIRECTS.has(answer.statusCode ?? 0)) return answer;
    answer.destroy();
    const next = URL.parse(answer.headers.location ?? '', url.href);
    if (next === null || !/^https?:$/.test(next.protocol))
      throw new SourceFailure(place, `HTTP status ${answer.statusCode} without a valid location`);
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new SourceFailure(place, 'it redirects to an address without TLS');
    url = next;
  }
  throw new SourceFailure(place, `more than ${MAX_REDIRECTS} redirects`);
}

async function ask(url: URL, { headers, signal }: HttpGetOptions): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? secureGet : plainGet;
  const started = get(url, { headers, signal });
  const [answer] = (await once(started, 'response')) as [IncomingMessage];
  // Later errors are reported to the reader of the body.
  started.on('error', () => undefined);
  answer.on('error', () => undefined);
  return answer;
}
