import type { JobHandler, JobKind } from '@parlance/core/requests';
import type { JobHandlers } from '../workers/workers.ts';
import { type Measure, startTimer } from './measure.ts';

/** Wraps handlers to report each run of a job at its end. */
export function measureHandlers(handlers: JobHandlers, measure: Measure): JobHandlers {
  const entries = Object.entries(handlers) as [JobKind, JobHandler][];
  return Object.fromEntries(
    entries.map(([kind, handler]): [JobKind, JobHandler] => [
      kind,
      async (id, context) => {
        const sinceStart = startTimer();
        const tell = (outcome: 'done' | 'failed' | 'handed-back'): void =>
          measure({ type: 'job', kind, outcome, durationMs: sinceStart(), isRetry: context.starts > 1 });
        try {
          await handler(id, context);
        } catch (error) {
          tell(context.signal.aborted ? 'handed-back' : 'failed');
          throw error;
        }
        tell('done');
      },
    ]),
  );
}
