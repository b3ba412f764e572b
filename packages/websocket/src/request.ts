import type { IncomingMessage } from 'node:http';
import type { Credentials } from '@parlance/core';

/** Only the path and the query count: the authority of the address is the client's affair. */
export function targetOf(request: IncomingMessage): {
  readonly path: string;
  readonly query: URLSearchParams;
} {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

/** `token` and `appId` of the query; a client that can set headers may send those of the HTTP endpoints instead. */
export function credentialsOf(request: IncomingMessage): Credentials {
  const { query } = targetOf(request);
  const { authorization, 'app-id': appId } = request.headers;
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return {
    token: query.get('token') ?? bearer,
    appId: query.get('appId') ?? (typeof appId === 'string' ? appId : undefined),
  };
}
