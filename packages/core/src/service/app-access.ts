import type { Caller } from '../accounts/callers/caller.ts';
import type { SpeechService } from './speech-service.ts';

const TOKEN_SECONDS = 60;

/**
 * Credentials for a protocol that has none: a short-lived token of the app that is charged. So these calls pass the same checks as all others:
 * revoked and expired apps are refused, and the app's limits apply.
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
