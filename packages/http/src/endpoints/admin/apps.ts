import { appQueryInput, newAppInput } from '@parlance/core/administration';
import { z } from 'zod';
import { app, appView } from '../../answers/app-view.ts';
import { maybeTime } from '../../answers/times.ts';
import { sendUnkept } from '../../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { markReplay } from '../../kit/idempotency.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const URL = '/admin/v1/apps';

const createdApp = named(
  'CreatedApp',
  z.strictObject({
    appId: z.string(),
    name: z.string(),
    token: z.string().meta({ description: 'Shown in this answer and never again.' }),
    webhookSecret: z.string(),
    expiresAt: maybeTime,
  }),
);

const appList = named(
  'AppList',
  z.strictObject({ apps: z.array(app.schema), nextCursor: z.string().nullable() }),
);

export const createApp = defineEndpoint({
  ...OPERATOR,
  method: 'POST',
  url: URL,
  operationId: 'createApp',
  summary: 'Create an app',
  description:
    '`expires` is `7d`, `30d`, `60d`, `90d`, `permanent` or a date; `expiresAt` a time in its place. Credits and seconds that ' +
    'are left out are unlimited.',
  isIdempotent: true,
  body: { schema: newAppInput, example: { name: 'My app', expires: '30d', credits: 1000 } },
  answers: { 200: json('The app, with its token, which is shown only once.', createdApp) },
  faults: ['INVALID_INPUT', 'IDEMPOTENCY_CONFLICT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ body, caller, idempotency, reply }) => {
      const created = await service.createApp(body, { idempotency: idempotency(), by: caller });
      const { appId, name, webhookSecret, expiresAt } = created.app;
      markReplay(reply, created.isReplay);
      return sendUnkept(reply, { appId, name, token: created.token, webhookSecret, expiresAt });
    },
});

export const listApps = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: URL,
  operationId: 'listApps',
  summary: 'The apps, page by page',
  query: appQueryInput,
  answers: { 200: json('A page.', appList) },
  faults: ['INVALID_INPUT', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ query }) => {
      const { items, nextCursor } = await service.listApps(query);
      return { apps: items.map(({ app: listed, balances }) => appView(listed, balances)), nextCursor };
    },
});
