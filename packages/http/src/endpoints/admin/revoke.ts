import { app, appView } from '../../answers/app-view.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { ONE_APP } from './operator.ts';

export const revokeApp = defineEndpoint({
  ...ONE_APP,
  method: 'POST',
  url: '/admin/v1/apps/:appId/revoke',
  operationId: 'revokeApp',
  summary: 'Refuse an app from now on',
  answers: { 200: json('The app.', app) },
  faults: ['NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ params, caller }) => {
      const revoked = await service.revokeApp(params.appId, caller);
      return appView(revoked, await service.getBalances(revoked.appId));
    },
});
