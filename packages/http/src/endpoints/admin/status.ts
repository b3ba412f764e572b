import { z } from 'zod';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import { OPERATOR } from './operator.ts';

const counts = z.record(z.string(), z.int());
const nodeEngine = z.strictObject({
  engine: z.string(),
  kind: z.enum(['synthesis', 'recognition']),
  workers: z.int(),
  running: z.int(),
  waiting: z.int(),
  loadState: z.enum(['unloaded', 'loading', 'loading-more', 'loaded']).nullable(),
  problem: z.string().nullable(),
  residentBytes: z.int().nullable().meta({ description: 'null: it has no process of its own, or none yet.' }),
  refused: z.int().meta({ description: 'Live calls that were refused because the queue was too long.' }),
  incidents: counts.meta({ description: 'By kind: workers that died, hung or were restarted; the breaker.' }),
});
const node = z.strictObject({
  nodeId: z.string(),
  hostName: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: z.iso.datetime(),
  reportedAt: z.iso.datetime(),
  residentBytes: z.int(),
  memoryKills: z.int().nullable().meta({
    description:
      'Processes that the system killed because memory ran out. null: the system does not report it.',
  }),
  engines: z.array(nodeEngine),
  liveSyntheses: z.int(),
  openSessions: z.int(),
  endedSessions: counts.meta({ description: 'By the code of their error, or none.' }),
  refusals: counts.meta({ description: 'By the code of the error.' }),
  leases: z
    .strictObject({ held: z.int(), renewed: z.int(), lost: z.int() })
    .nullable()
    .meta({ description: 'null: limits are not shared with other processes.' }),
  webhookAttempts: counts.meta({ description: 'By outcome.' }),
  audioStore: z.strictObject({ calls: z.int(), failed: z.int(), meanMs: z.number().nullable() }),
  connections: z
    .strictObject({
      busy: z.int(),
      idle: z.int(),
      waiting: z.int(),
      waitMeanMs: z.number().nullable(),
      waitMaxMs: z.number().nullable(),
    })
    .nullable()
    .meta({ description: 'To PostgreSQL. null: the database is in the process.' }),
  dependencies: z
    .record(z.string(), z.string().nullable())
    .meta({ description: 'What is wrong with each; null while it works.' }),
});
const status = named(
  'ServiceStatus',
  z.strictObject({
    nodeId: z.string().meta({ description: 'The process that answers.' }),
    queue: z
      .strictObject({ jobs: counts, oldestWaitMs: z.record(z.string(), z.number()), deliveries: counts })
      .nullable()
      .meta({ description: 'For the whole service, a few seconds old. null: the database does not answer.' }),
    nodes: z.array(node).meta({
      description:
        'Every process that reported in the last half minute. Counts start when the process starts.',
    }),
  }),
);

export const getStatus = defineEndpoint({
  ...OPERATOR,
  method: 'GET',
  url: '/admin/v1/status',
  operationId: 'getStatus',
  summary: 'The state of the service, process by process',
  answers: { 200: json('Queue and processes.', status) },
  faults: ['STORAGE_FAILED'],
  handler: ({ service: { admin } }) => admin && (async () => admin.getStatus()),
});
