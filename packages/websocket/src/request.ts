import type { IncomingMessage } from 'node:http';
import type { Credentials } from '@parlance/core/accounts';
import { bearerOf, targetOf } from '@parlance/sockets';

/** `token` and `appId` of the query; a client that can set headers may send those of the HTTP endpoints instead. */
export function credentialsOf(request: IncomingMessage): Credentials {
  const { query } = targetOf(request);
  const { 'app-id': appId } = request.headers;
  return {
    token: query.get('token') ?? bearerOf(request),
    appId: query.get('appId') ?? (typeof appId === 'string' ? appId : undefined),
  };
}
