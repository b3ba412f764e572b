import { requestQueryInput } from '@parlance/core/reports';
import { z } from 'zod';
import { reportedRequest, requestDetail, requestDetailView, requestView } from '../../answers/reports.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { publicAddress } from '../../request/public-address.ts';
import { OPERATOR } from './operator.ts';

const requestList = named(
  'RequestList',
  z.strictObject({ requests: z.array(reportedRequest), nextCursor: z.string().nullable() }),
);

export const listRequests = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/requests',
  operationId: 'listRequests',
  summary: 'Requests, newest first',
  query: requestQueryInput,
  answers: { 200: json('A page.', requestList) },
  faults: ['INVALID_INPUT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ query }) => {
      const page = await service.listRequests(query);
      return { requests: page.items.map(requestView), nextCursor: page.nextCursor };
    },
});

export const getRequest = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/requests/:requestId',
  operationId: 'getRequest',
  summary: 'All details of a request',
  params: { requestId: 'From the list.' },
  answers: { 200: json('The request.', requestDetail) },
  faults: ['NOT_FOUND', 'STORAGE_FAILED'],
  handler: ({ service: { admin }, options }) =>
    admin &&
    (async ({ params, request }) =>
      requestDetailView(await admin.getRequest(params.requestId), publicAddress(request, options))),
});
