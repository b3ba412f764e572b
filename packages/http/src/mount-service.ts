import multipart from '@fastify/multipart';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import type { FastifyInstance } from 'fastify';
import type { AdminContext, EndpointContext } from './endpoints/context.ts';
import { ADMIN_ENDPOINTS, APP_ENDPOINTS, DOCUMENTS, PROBES } from './endpoints/endpoints.ts';
import { ADMIN_FAMILY } from './errors/error-families.ts';
import { useStrictJson } from './kit/bodies/json-body.ts';
import { createUploadSlots } from './kit/bodies/upload-slots.ts';
import type { Endpoint } from './kit/endpoint/endpoint.ts';
import { mountEndpoints } from './kit/endpoint/mount-endpoints.ts';
import { createErrorHandler } from './kit/errors/error-family.ts';
import { createLiveRequests, type LiveRequests } from './operations/live-requests.ts';
import { addConnectionMetrics, addMeasuredMetrics } from './operations/measured-metrics.ts';
import { addMemoryKillMetric } from './operations/memory-kills.ts';
import { createHttpMetrics } from './operations/metrics.ts';
import { followRequests, refuseWhileDraining } from './operations/request-lifecycle.ts';
import { traceRequests } from './operations/trace-requests.ts';
import { addEndMetrics } from './operations/unwritten-ends.ts';
import { addDependencyMetric, addWorkloadMetrics } from './operations/workload-metrics.ts';
import { DEFAULT_MAX_UPLOADS, type SpeechHttpOptions } from './options.ts';
import { homeRoutes } from './pages/home.ts';
import { pageRoutes } from './pages/pages.ts';
import { createAdminGate } from './request/auth/admin.ts';
import { allowOrigins } from './request/auth/cross-origin.ts';
import { refuseBadHeaders } from './request/headers/header-rules.ts';
import { requestIdOf } from './request/headers/request-id.ts';
import { refuseUnknown } from './server/not-found.ts';
import { upgradeRequiredRoute } from './server/upgrade-required.ts';

export interface MountRules {
  /** Whether the whole `app` is ours: then we answer unknown addresses and log each request. */
  readonly ownsApp: boolean;
  /** The server is not ready until this resolves. Absent: it is ready. */
  readonly startup?: Promise<unknown> | undefined;
}

/** Mounts on `app`: endpoints, pages, and hooks for every request. */
export async function mountService(
  app: FastifyInstance,
  options: SpeechHttpOptions,
  { ownsApp, startup }: MountRules,
): Promise<LiveRequests> {
  const live = createLiveRequests(startup);
  const uploads = createUploadSlots(options.maxUploads ?? DEFAULT_MAX_UPLOADS);
  const metrics = createHttpMetrics(uploads);
  const { adminToken, pages, realtimePath, service } = options;
  addWorkloadMetrics(metrics.registry, service);
  addDependencyMetric(metrics.registry, service);
  addMeasuredMetrics(metrics.registry, service);
  addConnectionMetrics(metrics.registry, service);
  addMemoryKillMetric(metrics.registry, service);
  addEndMetrics(metrics.registry, service);

  app.setGenReqId(requestIdOf);
  app.setErrorHandler(createErrorHandler(ADMIN_FAMILY));
  traceRequests(app, options.tracer);
  followRequests(app, { metrics, live, service, logsRequests: ownsApp });
  allowOrigins(app, options.corsOrigins ?? []);
  refuseWhileDraining(app, live);
  if (ownsApp) refuseBadHeaders(app);
  if (ownsApp || app.prefix !== '') refuseUnknown(app);
  useStrictJson(app, { floor: options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR });
  if (!app.hasRequestDecorator('speechApp')) app.decorateRequest('speechApp', null);
  if (!app.hasRequestDecorator('isMultipart')) await app.register(multipart);

  const mounted: Endpoint<AdminContext>[] = [];
  const context: EndpointContext = { service, options, metrics, live, uploads, mounted };
  mounted.push(...mountEndpoints(app, PROBES, context));
  if (options.endpoints === 'probes') return live;
  mounted.push(...mountEndpoints(app, DOCUMENTS, context));
  mounted.unshift(...mountEndpoints(app, APP_ENDPOINTS, context), ...mountAdmin(app, context, adminToken));
  if (pages !== undefined) {
    pageRoutes(app, pages);
    // At the root of an application that is not ours, `/` belongs to the application.
    if (ownsApp || app.prefix !== '') homeRoutes(app, pages, options);
  }
  for (const path of [realtimePath ?? []].flat()) upgradeRequiredRoute(app, path);
  return live;
}

function mountAdmin(
  app: FastifyInstance,
  context: EndpointContext,
  adminToken: string | undefined,
): readonly Endpoint<AdminContext>[] {
  if (adminToken === undefined) return [];
  return mountEndpoints(app, ADMIN_ENDPOINTS, {
    ...context,
    gate: createAdminGate(app, context.service, { ...context.options, adminToken }),
  });
}
