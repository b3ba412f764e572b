import { SpeechError } from '../../errors/speech-error.ts';
import type { CallRate } from '../app-limits/call-rate.ts';
import { rememberByApp } from '../remember-by-app.ts';
import { authenticate, authenticateToken, type Credentials, type KnownApps } from './authenticate.ts';
import type { Caller, TokenAccess } from './caller.ts';
import type { ClientTokenTable } from './client-token-table.ts';

export interface AdmitCallerOptions {
  readonly rate: CallRate;
  readonly clientTokens: Pick<ClientTokenTable, 'use'>;
  /** Called when an app's last use could not be written; its call continues. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Admits callers: finds out who they are, counts the call, records that the app was used. */
export interface AdmitCaller {
  /** @throws SpeechError `UNAUTHORIZED`, `FORBIDDEN`, `REQUEST_RATE_EXCEEDED` */
  byCredentials(credentials: Credentials): Promise<Caller>;
  /** @throws SpeechError `UNAUTHORIZED`, `FORBIDDEN`, `REQUEST_RATE_EXCEEDED` */
  byToken(token: string | undefined, access?: TokenAccess): Promise<Caller>;
}

/** Each process writes an app's last use at most this often. */
const TOUCH_MS = 60_000;

export function createAdmitCaller(
  known: KnownApps,
  { rate, clientTokens, onError }: AdmitCallerOptions,
): AdmitCaller {
  const { apps, clock } = known;
  const touchedMs = rememberByApp<number>();
  /** In the background: the call does not wait for it. */
  const touch = ({ appId }: Caller): void => {
    const nowMs = clock.monotonicMs();
    if (nowMs - (touchedMs.get(appId) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    touchedMs.set(appId, nowMs);
    apps.touch(appId, new Date(clock.now()).toISOString()).catch((error: unknown) => {
      touchedMs.delete(appId);
      onError?.(error);
    });
  };
  const admit = async (app: Caller): Promise<Caller> => {
    await rate.take(app);
    await countUse(clientTokens, app);
    touch(app);
    return app;
  };
  return {
    byCredentials: async (credentials) => admit(await authenticate(known, credentials)),
    byToken: async (token, access) => admit(await authenticateToken(known, token, access)),
  };
}

/** Only for tokens that have a limit: others cause no query. */
async function countUse(
  clientTokens: Pick<ClientTokenTable, 'use'>,
  { clientToken, tokenExpiresAt }: Caller,
): Promise<void> {
  const { clientTokenId, maxUses } = clientToken ?? {};
  if (clientTokenId === undefined || maxUses === undefined || !tokenExpiresAt) return;
  if (await clientTokens.use({ clientTokenId, maxUses, expiresAt: tokenExpiresAt })) return;
  throw new SpeechError('UNAUTHORIZED', `The client token has no uses left; its limit is ${maxUses}.`);
}
