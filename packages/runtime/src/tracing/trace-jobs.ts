import type { Tracer } from '@parlance/core/platform';
import type { JobHandler, JobKind } from '@parlance/core/requests';
import type { JobOutbox, RecordStore, SpeechStorage } from '@parlance/core/storage';
import type { JobHandlers } from '../workers/workers.ts';
import { inSpan } from './in-span.ts';

/** Wraps a storage so that each added job records the span that added it. */
export function withTracedJobs(storage: SpeechStorage, tracer: Tracer): SpeechStorage {
  const traced = ({ add }: JobOutbox): JobOutbox => ({
    add: (kind, id, options) => add(kind, id, { traceparent: tracer.current(), ...options }),
  });
  const { records } = storage;
  const tracedRecords: RecordStore = {
    ...records,
    jobs: traced(records.jobs),
    transact: (work) => records.transact((tables) => work({ ...tables, jobs: traced(tables.jobs) })),
  };
  return { ...storage, records: tracedRecords };
}

/** Wraps handlers so that each job is a span in the trace of the call that added it. */
export function traceHandlers(handlers: JobHandlers, tracer: Tracer): JobHandlers {
  const entries = Object.entries(handlers) as [JobKind, JobHandler][];
  return Object.fromEntries(
    entries.map(([kind, handler]): [JobKind, JobHandler] => [
      kind,
      (id, context) =>
        inSpan(tracer, `job ${kind}`, {
          kind: 'consumer',
          parent: context.traceparent,
          attributes: { 'parlance.job.kind': kind, 'parlance.job.starts': context.starts },
          work: async (span) => {
            span.set({ 'parlance.job.id': id });
            await handler(id, context);
          },
        }),
    ]),
  );
}
