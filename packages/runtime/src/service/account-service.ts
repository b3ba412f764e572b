import { requireApp } from '@parlance/core/accounts';
import {
  createApp,
  createClientToken,
  getBalances,
  listApps,
  revokeApp,
  rotateToken,
  topUp,
} from '@parlance/core/administration';
import type { SpeechService } from '@parlance/core/service';
import { rotateWebhookSecret } from '@parlance/core/webhooks';
import type { ServiceParts } from './service-parts.ts';

type AccountMember =
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
  | 'rotateWebhookSecret';

/** Apps, their secrets and what they have left. */
export function accountService(parts: ServiceParts): Pick<SpeechService, AccountMember> {
  const { settings, tokens, clock, random, sealer } = parts;
  const { records } = parts.storage;
  const ports = { records, tokens, clock, random, settings };
  return {
    authenticate: (credentials) => parts.callers.byCredentials(credentials),
    authenticateToken: (token, access) => parts.callers.byToken(token, access),
    createClientToken: (input, options) => createClientToken(ports, input, options),
    createApp: (request, options) => createApp(ports, request, options),
    listApps: (query) => listApps({ records, sealer }, query),
    getApp: (appId) => requireApp(records.apps, appId),
    revokeApp: (appId, by) => revokeApp(ports, appId, by),
    getBalances: (appId) => getBalances(ports, appId),
    topUp: (appId, added, by) => topUp(ports, appId, { ...added, by }),
    rotateToken: (appId, options) => rotateToken(ports, appId, options),
    rotateWebhookSecret: (appId, options) => rotateWebhookSecret(ports, appId, options),
  };
}
