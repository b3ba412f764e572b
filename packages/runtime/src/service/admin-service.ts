import {
  type AdminService,
  changeApp,
  claimAdminPassword,
  createAdminSessions,
  createSignIn,
  exportLedger,
  getRequest,
  getUsage,
  issueTryToken,
  JOB_KINDS,
  listActions,
  recordAction,
  setAdminPassword,
} from '@parlance/core';
import { scryptPasswords as passwords } from '../auth/scrypt-passwords.ts';
import type { ServiceParts } from './service-parts.ts';

/** What an operator asks for. */
export function adminService(parts: ServiceParts): AdminService {
  const { clock, random, sealer, tokens, links, catalogue, keys, meter } = parts;
  const { records, queue } = parts.storage;
  const ports = { records, clock, random, sealer, tokens, links, passwords };
  const sessions = createAdminSessions(ports);
  return {
    signIn: createSignIn({ ...ports, sessions }),
    findSession: (token) => sessions.find(token),
    signOut: (token) => sessions.close(token),
    setPassword: (password) => setAdminPassword(ports, password),
    claimPassword: (password) => claimAdminPassword(ports, password),
    rotateKeys: async () => (await keys.rotate()).tokenKeys.map(({ kid }) => kid ?? ''),
    recordAction: (actor, action) => recordAction(ports, actor, action),
    listActions: (query) => listActions(ports, query),
    getRequest: (requestId) => getRequest(ports, requestId),
    getUsage: (appId) => getUsage(ports, appId),
    changeApp: (appId, change) => changeApp(records.apps, appId, change),
    exportLedger: (appId, query) => exportLedger(records, appId, query),
    issueTryToken: (appId) => issueTryToken(ports, appId),
    async getLiveState() {
      const depths = JOB_KINDS.map(async (kind) => [kind, await queue.depth(kind)] as const);
      return {
        queue: {
          jobs: Object.fromEntries(await Promise.all(depths)) as Record<(typeof JOB_KINDS)[number], number>,
        },
        workers: parts.engineLoads(),
        sessions: { open: meter.sessions },
        live: { syntheses: meter.syntheses },
        latency: { firstAudioMs: meter.firstAudio.percentiles(), finalMs: meter.final.percentiles() },
      };
    },
    listAllVoices: async () => catalogue.voices,
  };
}
