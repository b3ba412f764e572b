import { type AdmitCaller, requireApp, type TokenAuthority } from '@parlance/core/accounts';
import {
  type AppVocabularies,
  createApp,
  createClientToken,
  getBalances,
  listApps,
  revokeApp,
  rotateToken,
  topUp,
} from '@parlance/core/administration';
import type { Clock, RandomSource, Sealer } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import { rotateWebhookSecret } from '@parlance/core/webhooks';

/** Apps, their secrets and their balances. */
export type Accounts = Pick<
  SpeechService,
  | 'authenticate'
  | 'authenticateToken'
  | 'createClientToken'
  | 'createApp'
  | 'listApps'
  | 'getApp'
  | 'revokeApp'
  | 'getBalances'
  | 'topUp'
  | 'rotateToken'
  | 'rotateWebhookSecret'
  | 'getVocabulary'
  | 'putVocabulary'
>;

export interface AccountsNeeds {
  readonly settings: SpeechSettings;
  readonly callers: AdmitCaller;
  readonly vocabularies: AppVocabularies;
  readonly tokens: TokenAuthority;
  readonly sealer: Sealer;
  readonly storage: Pick<SpeechStorage, 'records'>;
  readonly clock: Clock;
  readonly random: RandomSource;
}

export function createAccounts(needs: AccountsNeeds): Accounts {
  const { settings, tokens, clock, random, sealer } = needs;
  const { records } = needs.storage;
  const keeping = { records, clock, random };
  const issuer = { ...keeping, tokens };
  return {
    authenticate: (credentials) => needs.callers.byCredentials(credentials),
    authenticateToken: (token, access) => needs.callers.byToken(token, access),
    createClientToken: (input, options) => createClientToken(issuer, input, options),
    createApp: (request, options) => createApp({ ...issuer, settings }, request, options),
    listApps: (query) => listApps(records, sealer, query),
    getApp: (appId) => requireApp(records.apps, appId),
    revokeApp: (appId, by) => revokeApp(keeping, appId, by),
    getBalances: (appId) => getBalances(records, appId),
    topUp: (appId, added, by) => topUp(keeping, appId, { ...added, by }),
    rotateToken: (appId, options) => rotateToken(issuer, appId, options),
    getVocabulary: (appId) => needs.vocabularies.get(appId),
    putVocabulary: (appId, terms, by) => needs.vocabularies.put(appId, terms, by),
    rotateWebhookSecret: (appId, options) => rotateWebhookSecret(keeping, appId, options),
  };
}
