import type { Caller } from '@parlance/core/accounts';
import type { SpeechService } from '@parlance/core/service';

type AccessService = Pick<SpeechService, 'authenticateToken' | 'createClientToken' | 'getApp'>;

const TOKEN_SECONDS = 60;

/**
 * The credentials that the protocol does not carry: a short token of the app that is charged. So calls pass the same checks as everybody's:
 * revoked and expired apps are refused, and the app's limits hold.
 *
 * @throws SpeechError `UNAUTHORIZED`, `NOT_FOUND`, a storage code
 */
export async function issueToken(service: AccessService, appId: string): Promise<string> {
  const caller = await service.getApp(appId);
  const { token } = await service.createClientToken({ expiresInSeconds: TOKEN_SECONDS }, { caller });
  return token;
}

/** @throws SpeechError as {@link issueToken}; `REQUEST_RATE_EXCEEDED` */
export async function admitCaller(service: AccessService, appId: string): Promise<Caller> {
  return service.authenticateToken(await issueToken(service, appId), 'live');
}
