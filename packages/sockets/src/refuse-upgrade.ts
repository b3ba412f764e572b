import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketLogger } from './options.ts';
import { requestIdOf } from './request-id.ts';
import { targetOf } from './request-target.ts';

/** Why an upgrade is refused, with the codes of the HTTP endpoints. */
export interface UpgradeRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param paths of the existing endpoints */
export function noSuchAddress(paths: readonly string[]): UpgradeRefusal {
  const message = `There is no WebSocket at this address; it is at ${paths.join(' or ')}.`;
  return { status: 404, code: 'NOT_FOUND', message };
}

/** The protocol versions that ws supports. */
const VERSIONS = '13, 8';

/** @param fault the error of ws about the handshake */
export function handshakeRefusal({ method = '' }: IncomingMessage, fault: Error): UpgradeRefusal {
  if (method !== 'GET') {
    const message = `${method} is not allowed here; allowed: GET.`;
    return { status: 405, code: 'METHOD_NOT_ALLOWED', message, headers: { Allow: 'GET' } };
  }
  const message = `The WebSocket handshake is invalid: ${fault.message}.`;
  return { status: 400, code: 'BAD_REQUEST', message, headers: { 'Sec-WebSocket-Version': VERSIONS } };
}

/** Answers an upgrade with an error in the usual form, and closes its connection. */
export function refuseUpgrade(
  request: IncomingMessage,
  stream: Duplex,
  { refusal, logger }: { readonly refusal: UpgradeRefusal; readonly logger: SocketLogger | undefined },
): void {
  const { status, code, message, headers = {} } = refusal;
  const requestId = requestIdOf(request);
  const { method } = request;
  logger?.info({ requestId, method, path: targetOf(request).path, status }, 'upgrade refused');
  const body = JSON.stringify({ error: { code, message } });
  const all = {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n');
  stream.end(`${head}\r\n\r\n${method === 'HEAD' ? '' : body}`, () => stream.destroy());
}
