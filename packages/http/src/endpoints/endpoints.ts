import type { Endpoint } from '../kit/endpoint/endpoint.ts';
import { changeApp, getApp } from './admin/app.ts';
import { issueTryToken, rotateToken } from './admin/app-token.ts';
import { createApp, listApps } from './admin/apps.ts';
import { listActions } from './admin/audit.ts';
import { copyDatabase } from './admin/database-copy.ts';
import { rotateKeys } from './admin/keys.ts';
import { exportLedger } from './admin/ledger.ts';
import { getLiveState } from './admin/live.ts';
import {
  cancelModelInstall,
  getModel,
  installModel,
  listModels,
  makeModelDefault,
  removeModel,
} from './admin/models.ts';
import { getOverview } from './admin/overview.ts';
import { setPassword } from './admin/password.ts';
import { issuePlaygroundToken } from './admin/playground-token.ts';
import { getRequest, listRequests } from './admin/requests.ts';
import { revokeApp } from './admin/revoke.ts';
import { getSession, signIn, signOut } from './admin/session.ts';
import { getStatus } from './admin/status.ts';
import { topUpApp } from './admin/top-up.ts';
import { getVocabulary, putVocabulary, tryVocabulary } from './admin/vocabulary.ts';
import { addVoicePack, listVoicePacks, removeVoicePack } from './admin/voice-packs.ts';
import { giveVoice, listAllVoices } from './admin/voices.ts';
import { rotateWebhookSecret } from './admin/webhook-secret.ts';
import { listDeliveries, replayDelivery } from './admin/webhooks.ts';
import { getAudio, headAudio } from './audio.ts';
import { createClientToken } from './client-tokens.ts';
import type { AdminContext, EndpointContext } from './context.ts';
import { getAsyncApi, getOpenApi } from './documents.ts';
import { createSpeechLegacy } from './legacy-tts.ts';
import { getHealth, getMetrics, getReadiness } from './probes.ts';
import { createTranscript } from './stt.ts';
import { getTranscript } from './stt-transcripts.ts';
import { createSpeech } from './tts.ts';
import { getSpeech } from './tts-requests.ts';
import { getVoiceDemo } from './voice-demo.ts';
import { listVoices } from './voices.ts';

/** The endpoints of apps, in the order of the document. */
export const APP_ENDPOINTS: readonly Endpoint<EndpointContext>[] = [
  createSpeech,
  getSpeech,
  getAudio,
  headAudio,
  createSpeechLegacy,
  createTranscript,
  getTranscript,
  listVoices,
  getVoiceDemo,
  createClientToken,
];

/** The admin API. */
export const ADMIN_ENDPOINTS: readonly Endpoint<AdminContext>[] = [
  createApp,
  listApps,
  getApp,
  changeApp,
  exportLedger,
  issueTryToken,
  revokeApp,
  topUpApp,
  rotateToken,
  rotateWebhookSecret,
  getVocabulary,
  putVocabulary,
  tryVocabulary,
  listRequests,
  getRequest,
  getOverview,
  listDeliveries,
  replayDelivery,
  signIn,
  getSession,
  signOut,
  issuePlaygroundToken,
  setPassword,
  getLiveState,
  getStatus,
  listAllVoices,
  giveVoice,
  listActions,
  rotateKeys,
  copyDatabase,
  listModels,
  getModel,
  removeModel,
  installModel,
  cancelModelInstall,
  makeModelDefault,
  listVoicePacks,
  addVoicePack,
  removeVoicePack,
];

export const PROBES: readonly Endpoint<EndpointContext>[] = [getHealth, getReadiness, getMetrics];

export const DOCUMENTS: readonly Endpoint<EndpointContext>[] = [getOpenApi, getAsyncApi];

/** Every endpoint of this package. */
export const ENDPOINTS: readonly Endpoint<AdminContext>[] = [
  ...APP_ENDPOINTS,
  ...ADMIN_ENDPOINTS,
  ...PROBES,
  ...DOCUMENTS,
];
