import { deliveryQueryInput } from '@parlance/core/reports';
import { z } from 'zod';
import { delivery, deliveryView } from '../../answers/reports.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const deliveryList = named(
  'DeliveryList',
  z.strictObject({ deliveries: z.array(delivery.schema), nextCursor: z.string().nullable() }),
);

export const listDeliveries = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/webhooks',
  operationId: 'listDeliveries',
  summary: 'Webhook deliveries, newest first',
  query: deliveryQueryInput,
  answers: { 200: json('A page.', deliveryList) },
  faults: ['INVALID_INPUT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ query }) => {
      const page = await service.listDeliveries(query);
      return { deliveries: page.items.map(deliveryView), nextCursor: page.nextCursor };
    },
});

export const replayDelivery = defineEndpoint({
  ...OPERATOR,
  method: 'POST',
  url: '/admin/v1/webhooks/:deliveryId/replay',
  operationId: 'replayDelivery',
  summary: 'Send a delivery again, with all its attempts',
  params: { deliveryId: 'The `webhook-id`.' },
  answers: { 200: json('The delivery.', delivery) },
  faults: ['NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ params, caller }) =>
      deliveryView(await service.replayDelivery(params.deliveryId, caller)),
});
