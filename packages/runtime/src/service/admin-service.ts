import {
  changeApp,
  claimAdminPassword,
  createAdminSessions,
  createSignIn,
  exportLedger,
  issuePlaygroundToken,
  issueTryToken,
  listActions,
  noteAction,
  setAdminPassword,
} from '@parlance/core/administration';
import { getRequest, getUsage } from '@parlance/core/reports';
import { depthOf, perJobKind } from '@parlance/core/requests';
import type { AdminService } from '@parlance/core/service';
import { scryptPasswords as passwords } from '../auth/scrypt-passwords.ts';
import { giveVoice } from './give-voice.ts';
import { modelAdmin } from './model-admin.ts';
import type { ServiceParts } from './service-parts.ts';
import { voicePackAdmin } from './voice-pack-admin.ts';

/** What an operator asks for. */
export function adminService(parts: ServiceParts): AdminService {
  const { clock, random, sealer, tokens, links, catalogue, keys, meter } = parts;
  const { records, queue, copyDatabase } = parts.storage;
  const ports = {
    records,
    clock,
    random,
    sealer,
    tokens,
    links,
    passwords,
    shared: parts.storage.sharedLimits,
  };
  const sessions = createAdminSessions(ports);
  const models = modelAdmin(parts, ports);
  return {
    signIn: createSignIn({ ...ports, sessions }),
    findSession: (token) => sessions.find(token),
    signOut: (token, by) =>
      records.transact(async (tables) => {
        await sessions.close(token, tables);
        await noteAction(ports, tables, { by, action: 'session-close' });
      }),
    setPassword: (password, by) => setAdminPassword(ports, password, by),
    claimPassword: (password) => claimAdminPassword(ports, password),
    async rotateKeys(by) {
      const { tokenKeys } = await keys.rotate((tables, target) =>
        noteAction(ports, tables, { by, action: 'keys-rotate', target }),
      );
      return tokenKeys.map(({ kid }) => kid ?? '');
    },
    listActions: (query) => listActions(ports, query),
    getRequest: (requestId) => getRequest(ports, requestId),
    getUsage: (appId) => getUsage(ports, appId),
    changeApp: (appId, change, by) => changeApp(ports, appId, { ...change, by }),
    exportLedger: (appId, query) => exportLedger(records, appId, query),
    issueTryToken: (appId, by) => issueTryToken(ports, appId, by),
    issuePlaygroundToken: () => issuePlaygroundToken(ports),
    async getLiveState() {
      const backlog = await queue.backlog();
      return {
        queue: { jobs: perJobKind((kind) => depthOf(backlog[kind])) },
        workers: parts.engineMeter.loads(),
        sessions: { open: meter.sessions },
        live: { syntheses: meter.syntheses },
        latency: { firstAudioMs: meter.firstAudio.percentiles(), finalMs: meter.final.percentiles() },
      };
    },
    listAllVoices: async () => catalogue.voices,
    giveVoice: (code, appId, by) => giveVoice(parts, ports, { code, appId, by }),
    ...(copyDatabase && {
      async copyDatabase(by) {
        const name = await copyDatabase();
        await noteAction(ports, records, { by, action: 'database-copy' });
        return name;
      },
    }),
    ...(models && { models }),
    voicePacks: voicePackAdmin(parts, ports),
  };
}
