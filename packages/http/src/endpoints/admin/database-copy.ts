import { z } from 'zod';
import { disconnectSignal } from '../../kit/disconnect-signal.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const databaseCopy = named('DatabaseCopy', z.strictObject({ folder: z.string() }));

export const copyDatabase = defineEndpoint({
  ...OPERATOR,
  method: 'POST',
  url: '/admin/v1/database/copy',
  operationId: 'copyDatabase',
  summary: 'Copy the files of the embedded database, for a backup',
  description:
    'A consistent copy; other calls wait meanwhile. `parlance backup` requests it and removes the copy. Without an embedded ' +
    'database there is no such address.',
  answers: { 200: json('The name of the copy in the data folder.', databaseCopy) },
  faults: ['FORBIDDEN', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin?.copyDatabase &&
    (async ({ caller, reply }) => ({
      folder: await admin.copyDatabase?.(caller, disconnectSignal(reply.raw)),
    })),
});
