import { Readable } from 'node:stream';
import { appChangeInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import { ledgerQueryInput } from '@parlance/core/reports';
import type { AdminService } from '@parlance/core/service';
import type { FastifyInstance } from 'fastify';
import { showApp } from '../replies/app-view.ts';
import { ledgerCsv, ledgerJson } from '../replies/ledger-export.ts';
import { type AdminGate, operatorOf, sendUnkept } from '../request/admin.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const APP_URL = '/admin/v1/apps/:appId';
const LEDGER_URL = '/admin/v1/apps/:appId/ledger';
const TRY_TOKEN_URL = '/admin/v1/apps/:appId/try-token';

interface OneApp {
  Params: { appId: string };
}

/** One app in detail: its use, its limits, its ledger, a token to try it with. */
export function adminAccountRoutes(
  app: FastifyInstance,
  { service }: RouteContext,
  { admin, gate }: { readonly admin: AdminService; readonly gate: AdminGate },
): void {
  const onRequest = gate.letIn;
  app.route<OneApp>({
    method: 'PATCH',
    url: APP_URL,
    onRequest: [onRequest, async (request) => requireContentType(request, 'application/json')],
    handler: async (request) => {
      const { appId } = request.params;
      const change = parseInput(appChangeInput, jsonObjectOf(request.body));
      await admin.changeApp(appId, change, operatorOf(request));
      return showApp(service, appId);
    },
  });
  app.route<OneApp>({
    method: 'GET',
    url: LEDGER_URL,
    onRequest,
    handler: async (request, reply) => {
      const { format, ...query } = parseInput(ledgerQueryInput, request.query);
      const { appId } = request.params;
      const entries = admin.exportLedger(appId, query)[Symbol.asyncIterator]();
      // What is wrong shows with the first row, while it can still be told as an error.
      const first = await entries.next();
      const rows = { first, entries };
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="ledger.${format}"`);
      return format === 'csv'
        ? reply.type('text/csv; charset=utf-8').send(Readable.from(ledgerCsv(rows)))
        : reply.type('application/json; charset=utf-8').send(Readable.from(ledgerJson(rows)));
    },
  });
  app.route<OneApp>({
    method: 'POST',
    url: TRY_TOKEN_URL,
    onRequest,
    handler: async (request, reply) => {
      const { appId } = request.params;
      return sendUnkept(reply, await admin.issueTryToken(appId, operatorOf(request)));
    },
  });
  refuseOtherMethods(app, LEDGER_URL, ['GET']);
  refuseOtherMethods(app, TRY_TOKEN_URL, ['POST']);
}
