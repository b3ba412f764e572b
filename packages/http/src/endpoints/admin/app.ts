import { appChangeInput } from '@parlance/core/administration';
import { app, showApp } from '../../answers/app-view.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { ONE_APP } from './operator.ts';

const URL = '/admin/v1/apps/:appId';

export const getApp = defineEndpoint({
  ...ONE_APP,
  method: 'GET',
  url: URL,
  operationId: 'getApp',
  summary: 'One app, and what it has left',
  answers: { 200: json('The app.', app) },
  faults: ['NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ params }) =>
      showApp(service, params.appId),
});

export const changeApp = defineEndpoint({
  ...ONE_APP,
  method: 'PATCH',
  url: URL,
  operationId: 'changeApp',
  summary: "Change an app's name or limits; what is left out stays",
  body: { schema: appChangeInput, example: { ttsConcurrency: 10 } },
  answers: { 200: json('The app.', app) },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'STORAGE_FAILED'],
  handler: ({ service }) => {
    const { admin } = service;
    if (admin === undefined) return undefined;
    return async ({ params, body, caller }) => {
      await admin.changeApp(params.appId, body, caller);
      return showApp(service, params.appId);
    };
  },
});
