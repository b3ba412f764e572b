import type { IncomingMessage } from 'node:http';
import type { Credentials } from '@parlance/core/accounts';
import { targetOf } from '@parlance/sockets';

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
