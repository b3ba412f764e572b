import type { Caller } from '../accounts/callers/caller.ts';
import type { SpeechService } from './speech-service.ts';

const TOKEN_SECONDS = 60;

/**
 * Credentials for a protocol that carries none: a short token of the app that is charged. So calls pass the same checks as everybody's:
 * revoked and expired apps are refused, and the app's limits hold.
 *
 * @throws SpeechError `UNAUTHORIZED`, `NOT_FOUND`, a storage code
 */
export async function issueToken(
  service: Pick<SpeechService, 'createClientToken' | 'getApp'>,
  appId: string,
): Promise<string> {
  const caller = await service.getApp(appId);
  const { token } = await service.createClientToken({ expiresInSeconds: TOKEN_SECONDS }, { caller });
  return token;
}

/** @throws SpeechError as {@link issueToken}; `REQUEST_RATE_EXCEEDED` */
export async function admitCaller(
  service: Pick<SpeechService, 'createClientToken' | 'getApp' | 'authenticateToken'>,
  appId: string,
): Promise<Caller> {
  return service.authenticateToken(await issueToken(service, appId), 'live');
}
