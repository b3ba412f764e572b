import type { FastifyInstance } from 'fastify';
import { createAdminGate } from '../request/admin.ts';
import { adminAccountRoutes } from './admin-accounts.ts';
import { adminAppsRoutes } from './admin-apps.ts';
import { adminModelRoutes } from './admin-models.ts';
import { adminReportRoutes } from './admin-reports.ts';
import { adminServiceRoutes } from './admin-service.ts';
import { adminSessionRoutes } from './admin-session.ts';
import { adminVoicePackRoutes } from './admin-voice-packs.ts';
import type { RouteContext } from './endpoint.ts';
import { playgroundRoute } from './playground.ts';

/** The admin API, for operators with the token or signed in. */
export function adminRoutes(app: FastifyInstance, context: RouteContext, adminToken: string): void {
  const gate = createAdminGate(app, context, adminToken);
  adminAppsRoutes(app, context, gate);
  adminReportRoutes(app, context, gate);
  const { admin } = context.service;
  if (admin === undefined) return;
  const operator = { admin, gate };
  adminSessionRoutes(app, context, operator);
  adminAccountRoutes(app, context, operator);
  adminServiceRoutes(app, context, operator);
  playgroundRoute(app, context, operator);
  if (admin.models !== undefined) adminModelRoutes(app, admin.models, gate);
  if (admin.voicePacks !== undefined) adminVoicePackRoutes(app, context, { packs: admin.voicePacks, gate });
}
