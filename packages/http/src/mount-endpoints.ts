import multipart from '@fastify/multipart';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import type { FastifyInstance } from 'fastify';
import { followRoutes } from './document/mounted-operations.ts';
import { errorReplies, JSON_ERRORS, LEGACY_ERRORS, VOICE_LIST_ERRORS } from './errors/error-reply.ts';
import { ADMIN_ERRORS, STT_ERRORS, TTS_ERRORS, VOICES_ERRORS } from './errors/error-tables.ts';
import { createLiveRequests, type LiveRequests } from './operations/live-requests.ts';
import { createHttpMetrics } from './operations/metrics.ts';
import { followRequests } from './operations/request-lifecycle.ts';
import { traceRequests } from './operations/trace-requests.ts';
import { addDependencyMetric, addWorkloadMetrics } from './operations/workload-metrics.ts';
import { DEFAULT_MAX_UPLOADS, type SpeechHttpOptions } from './options.ts';
import { allowOrigins } from './request/cross-origin.ts';
import { refuseBadHeaders } from './request/header-rules.ts';
import { useStrictJson } from './request/json-body.ts';
import { requestIdOf } from './request/request-id.ts';
import { createUploadSlots } from './request/upload-slots.ts';
import { adminRoutes } from './routes/admin.ts';
import { audioRoute } from './routes/audio.ts';
import { clientTokensRoute } from './routes/client-tokens.ts';
import { documentRoutes } from './routes/documents.ts';
import type { RouteContext } from './routes/endpoint.ts';
import { homeRoutes } from './routes/home.ts';
import { legacyTtsRoute } from './routes/legacy-tts.ts';
import { refuseUnknown } from './routes/not-found.ts';
import { pageRoutes } from './routes/pages.ts';
import { probeRoutes } from './routes/probes.ts';
import { realtimeRoute } from './routes/realtime.ts';
import { sttRoute } from './routes/stt.ts';
import { sttTranscriptsRoute } from './routes/stt-transcripts.ts';
import { ttsRoute } from './routes/tts.ts';
import { ttsRequestsRoute } from './routes/tts-requests.ts';
import { voiceDemoRoute } from './routes/voice-demo.ts';
import { voicesRoute } from './routes/voices.ts';

export interface MountRules {
  /** Whether `app` is ours whole: then we answer unknown addresses and log each request. */
  readonly ownsApp: boolean;
}

/** Puts every endpoint that is wanted onto `app`. Each family has a scope of its own, and with it its own way to answer errors. */
export async function mountEndpoints(
  app: FastifyInstance,
  options: SpeechHttpOptions,
  { ownsApp }: MountRules,
): Promise<LiveRequests> {
  const live = createLiveRequests();
  const uploads = createUploadSlots(options.maxUploads ?? DEFAULT_MAX_UPLOADS);
  const metrics = createHttpMetrics(uploads);
  const { adminToken, pages, realtimePath, service } = options;
  addWorkloadMetrics(metrics.registry, service);
  addDependencyMetric(metrics.registry, service);
  const context: RouteContext = { service, options, metrics, live, uploads };

  app.setGenReqId(requestIdOf);
  app.setErrorHandler(errorReplies(ADMIN_ERRORS, JSON_ERRORS));
  traceRequests(app, options.tracer);
  followRequests(app, { metrics, live, service, logsRequests: ownsApp });
  allowOrigins(app, options.corsOrigins ?? []);
  if (ownsApp) refuseBadHeaders(app);
  if (ownsApp || app.prefix !== '') refuseUnknown(app);
  useStrictJson(app, options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR);
  if (!app.hasRequestDecorator('speechApp')) app.decorateRequest('speechApp', null);
  if (!app.hasRequestDecorator('isMultipart')) await app.register(multipart);

  const routes = followRoutes(app);
  probeRoutes(app, context);
  if (options.endpoints === 'probes') return live;
  documentRoutes(app, context, routes);
  if (adminToken !== undefined) adminRoutes(app, context, adminToken);
  if (pages !== undefined) {
    pageRoutes(app, pages);
    // At the root of an application that is not ours, `/` is the application's.
    if (ownsApp || app.prefix !== '') homeRoutes(app, pages, options);
  }
  for (const path of [realtimePath ?? []].flat()) realtimeRoute(app, path);
  await app.register(async (scope) => {
    scope.setErrorHandler(errorReplies(TTS_ERRORS, JSON_ERRORS));
    ttsRoute(scope, context);
    ttsRequestsRoute(scope, context);
    clientTokensRoute(scope, context);
    audioRoute(scope, context);
  });
  await app.register(async (scope) => {
    scope.setErrorHandler(errorReplies(TTS_ERRORS, LEGACY_ERRORS));
    legacyTtsRoute(scope, context);
  });
  await app.register(async (scope) => {
    scope.setErrorHandler(errorReplies(STT_ERRORS, JSON_ERRORS));
    sttRoute(scope, context);
    sttTranscriptsRoute(scope, context);
  });
  await app.register(async (scope) => {
    scope.setErrorHandler(errorReplies(VOICES_ERRORS, VOICE_LIST_ERRORS));
    voicesRoute(scope, context);
    voiceDemoRoute(scope, context);
  });
  return live;
}
