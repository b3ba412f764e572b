import { Readable } from 'node:stream';
import { ledgerQueryInput } from '@parlance/core/reports';
import { z } from 'zod';
import { ledgerCsv, ledgerJson } from '../../answers/ledger-export.ts';
import { time } from '../../answers/times.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { named } from '../../kit/named-schema.ts';
import { ONE_APP } from './operator.ts';

const ledger = named(
  'Ledger',
  z.strictObject({
    entries: z.array(
      z.strictObject({
        at: time,
        unit: z.enum(['credits', 'seconds']),
        kind: z.enum(['grant', 'reserve', 'release', 'charge']),
        amount: z.number().meta({ description: 'With its sign.' }),
        reference: z.string(),
        entryId: z.string(),
      }),
    ),
  }),
);

export const exportLedger = defineEndpoint({
  ...ONE_APP,
  method: 'GET',
  url: '/admin/v1/apps/:appId/ledger',
  operationId: 'exportLedger',
  summary: 'What was granted and used, oldest first',
  query: ledgerQueryInput,
  answers: {
    200: {
      description: 'A file.',
      mediaTypes: ['application/json', 'text/csv'],
      schema: ledger,
      headers: { 'Content-Disposition': 'Its name.' },
    },
  },
  faults: ['INVALID_INPUT', 'NOT_FOUND', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin &&
    (async ({ params, query: { format, ...query }, reply }) => {
      const entries = admin.exportLedger(params.appId, query)[Symbol.asyncIterator]();
      // Errors show with the first row, when they can still be reported in an answer.
      const first = await entries.next();
      const rows = { first, entries };
      void reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="ledger.${format}"`);
      return format === 'csv'
        ? reply.type('text/csv; charset=utf-8').send(Readable.from(ledgerCsv(rows)))
        : reply.type('application/json; charset=utf-8').send(Readable.from(ledgerJson(rows)));
    }),
});
