import { topUpInput } from '@parlance/core/administration';
import { app, appView } from '../../answers/app-view.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { idempotencyKeyOf, markReplay } from '../../kit/idempotency.ts';
import { ONE_APP } from './operator.ts';

export const topUpApp = defineEndpoint({
  ...ONE_APP,
  method: 'POST',
  url: '/admin/v1/apps/:appId/top-up',
  operationId: 'topUpApp',
  summary: 'Add credits, seconds or both',
  description: 'An unlimited balance becomes limited to the amount. The Idempotency-Key never expires.',
  isIdempotent: true,
  body: { schema: topUpInput, example: { credits: 1000, seconds: '3600' } },
  answers: { 200: json('The app.', app) },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'IDEMPOTENCY_CONFLICT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ params: { appId }, body, caller, request, reply }) => {
      const reference = idempotencyKeyOf(request);
      const { isReplay } = await service.topUp(appId, { ...body, reference }, caller);
      markReplay(reply, isReplay);
      return appView(await service.getApp(appId), await service.getBalances(appId));
    },
});
