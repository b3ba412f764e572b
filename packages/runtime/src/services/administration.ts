import type { TokenAuthority } from '@parlance/core/accounts';
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
import type { Sealer } from '@parlance/core/platform';
import { getRequest, getUsage } from '@parlance/core/reports';
import { depthOf, perJobKind } from '@parlance/core/requests';
import type { AdminService } from '@parlance/core/service';
import type { LedgerFiles } from '@parlance/core/storage';
import type { AudioLinks } from '@parlance/core/synthesis';
import type { KeySource } from '../auth/key-source.ts';
import { scryptPasswords as passwords } from '../auth/scrypt-passwords.ts';
import type { LiveMeter } from '../measuring/live-meter.ts';
import type { NodeStatus } from './node-status.ts';
import { type GiveVoiceNeeds, giveVoice } from './operators/give-voice.ts';
import { type ModelAdminNeeds, modelAdmin } from './operators/model-admin.ts';
import { type TryVocabularyNeeds, tryVocabulary } from './operators/try-vocabulary.ts';
import { type VoicePackAdminNeeds, voicePackAdmin } from './operators/voice-pack-admin.ts';

export interface AdministrationNeeds
  extends ModelAdminNeeds,
    VoicePackAdminNeeds,
    GiveVoiceNeeds,
    TryVocabularyNeeds {
  readonly sealer: Sealer;
  readonly tokens: TokenAuthority;
  readonly keys: KeySource;
  readonly links: AudioLinks;
  readonly ledgerFiles: LedgerFiles;
  readonly meter: LiveMeter;
  readonly nodeStatus: NodeStatus;
}

/** The operations of operators. */
export function createAdministration(needs: AdministrationNeeds): AdminService {
  const { clock, random, sealer, tokens, links, catalogue, keys, meter } = needs;
  const { records, queue, copyDatabase } = needs.storage;
  const keeping = { records, clock, random };
  const issuer = { ...keeping, tokens };
  const access = { ...keeping, passwords, sealer, sharedLimits: needs.storage.sharedLimits };
  const sessions = createAdminSessions(access);
  const models = modelAdmin(needs, keeping);
  return {
    signIn: createSignIn(access, sessions),
    findSession: (token) => sessions.find(token),
    signOut: (token, by) =>
      records.transact(async (tables) => {
        await sessions.close(token, tables);
        await noteAction(keeping, tables, { by, action: 'session-close' });
      }),
    setPassword: (password, by) => setAdminPassword(access, password, by),
    claimPassword: (password, after) => claimAdminPassword(access, password, after),
    async rotateKeys(by) {
      const { tokenKeys } = await keys.rotate((tables, target) =>
        noteAction(keeping, tables, { by, action: 'keys-rotate', target }),
      );
      return tokenKeys.map(({ kid }) => kid ?? '');
    },
    listActions: (query) => listActions(records, sealer, query),
    getRequest: (requestId) => getRequest(records, links, requestId),
    getUsage: (appId) => getUsage(records, clock, appId),
    changeApp: (appId, change, by) => changeApp(keeping, appId, { ...change, by }),
    exportLedger: (appId, query) => exportLedger({ records, files: needs.ledgerFiles }, appId, query),
    issueTryToken: (appId, by) => issueTryToken(issuer, appId, by),
    issuePlaygroundToken: () => issuePlaygroundToken(issuer),
    tryVocabulary: (appId, input, options) => tryVocabulary(needs, appId, input, options),
    async getLiveState() {
      const backlog = await queue.backlog();
      return {
        queue: { jobs: perJobKind((kind) => depthOf(backlog[kind])) },
        workers: needs.engineMeter.loads(),
        sessions: { open: meter.sessions },
        live: { syntheses: meter.syntheses },
        latency: { firstAudioMs: meter.firstAudio.percentiles(), finalMs: meter.final.percentiles() },
      };
    },
    getStatus: () => needs.nodeStatus.status(),
    listAllVoices: async () => catalogue.voices,
    giveVoice: (code, appId, by) => giveVoice(needs, keeping, { code, appId, by }),
    ...(copyDatabase && {
      async copyDatabase(by, signal) {
        const name = await copyDatabase(signal);
        await noteAction(keeping, records, { by, action: 'database-copy' });
        return name;
      },
    }),
    ...(models && { models }),
    voicePacks: voicePackAdmin(needs, keeping),
  };
}
