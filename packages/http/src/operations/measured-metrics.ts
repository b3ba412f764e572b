import type { Measurement, SpeechService } from '@parlance/core/service';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

type LeaseChange = Extract<Measurement, { type: 'leases' }>['change'];
/** How each change affects the number of held leases. */
const LEASES_MORE = {
  taken: 1,
  released: -1,
  lost: -1,
  renewed: 0,
  'renewal-failed': 0,
} as const satisfies Record<LeaseChange, number>;
const LEASE_RENEWALS = {
  renewed: 'renewed',
  'renewal-failed': 'failed',
  lost: 'lost',
} as const satisfies Partial<Record<LeaseChange, string>>;

const ARCHIVE_OUTCOMES = ['moved', 'damaged'] as const satisfies readonly Extract<
  Measurement,
  { type: 'ledger-archive' }
>['outcome'][];

const MS_IN_SECOND = 1000;
/** For jobs from a phrase to a text of 100,000 characters. */
const JOB_BUCKETS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];
/** From a free connection to the ten seconds after which the pool times out. */
const CONNECTION_WAIT_BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];
const CALL_BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
/** Finer around half a second, which a conversation tolerates. */
const FINAL_BUCKETS_SECONDS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5];
const SESSION_BUCKETS_SECONDS = [1, 5, 15, 30, 60, 90, 300, 900, 1800];

/** Counts the service's measurements as they happen, so that a scrape needs no queries. */
export function addMeasuredMetrics(registry: Registry, service: SpeechService): void {
  if (service.onMeasurement === undefined) return;
  const count = countersOf(registry);
  service.onMeasurement(count);
}

function countersOf(registry: Registry): (measurement: Measurement) => void {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const jobRuns = counter('parlance_job_runs_total', 'Starts of jobs that have ended, by kind and outcome.', [
    'kind',
    'outcome',
  ]);
  const jobRetries = counter('parlance_job_retries_total', 'Of these, those that were not the first.', [
    'kind',
  ]);
  const jobSeconds = histogram(
    'parlance_job_duration_seconds',
    'Time from one start of a job to its end.',
    JOB_BUCKETS_SECONDS,
    ['kind'],
  );
  const attempts = counter('parlance_webhook_attempts_total', 'Webhook attempts, by outcome.', ['outcome']);
  const attemptSeconds = histogram(
    'parlance_webhook_attempt_duration_seconds',
    'Time of one webhook attempt, connection and answer included.',
    CALL_BUCKETS_SECONDS,
  );
  const audioCalls = counter(
    'parlance_audio_store_calls_total',
    'Calls of the audio storage, a folder or S3, by operation and outcome.',
    ['operation', 'outcome'],
  );
  const audioSeconds = histogram(
    'parlance_audio_store_call_duration_seconds',
    'Time of one call of the audio storage; what is read and written later is not in it.',
    CALL_BUCKETS_SECONDS,
    ['operation'],
  );
  const sessions = new Gauge({
    name: 'parlance_live_sessions',
    help: 'Sessions of live recognition in progress.',
    registers,
  });
  const ended = counter(
    'parlance_sessions_total',
    'Ended sessions of live recognition, by the code of their error, or none.',
    ['error'],
  );
  const sessionSeconds = histogram(
    'parlance_session_duration_seconds',
    'Time from the opening of a session to its end.',
    SESSION_BUCKETS_SECONDS,
  );
  const finalSeconds = histogram(
    'parlance_final_result_seconds',
    'Time from the end of the voice to its final result, including the silence that ends the utterance.',
    FINAL_BUCKETS_SECONDS,
  );
  const refusals = counter(
    'parlance_refusals_total',
    "Calls, sessions and streams of apps that were refused, by HTTP's status and the code of the error.",
    ['status', 'code'],
  );
  const leases = new Gauge({
    name: 'parlance_leases',
    help: 'Leases that this process holds: the live calls and sessions of apps, where several processes share their limits.',
    labelNames: ['kind'],
    registers,
  });
  const renewals = counter('parlance_lease_renewals_total', 'Renewals of leases, by outcome.', [
    'kind',
    'outcome',
  ]);
  const connectionWaits = histogram(
    'parlance_database_connection_wait_seconds',
    'Time that a call waited for a connection to the database.',
    CONNECTION_WAIT_BUCKETS_SECONDS,
  );
  const archives = counter(
    'parlance_ledger_archives_total',
    'Files of archived ledger rows that are complete, or were found damaged, by outcome.',
    ['outcome'],
  );
  // Start at zero, as above.
  for (const outcome of ARCHIVE_OUTCOMES) archives.inc({ outcome }, 0);
  const archivedEntries = counter('parlance_ledger_archived_entries_total', 'Ledger rows in such files.', []);
  return (measured) => {
    switch (measured.type) {
      case 'job': {
        const { kind, outcome } = measured;
        jobRuns.inc({ kind, outcome });
        if (measured.isRetry) jobRetries.inc({ kind });
        jobSeconds.observe({ kind }, measured.durationMs / MS_IN_SECOND);
        return;
      }
      case 'webhook-attempt':
        attempts.inc({ outcome: measured.outcome });
        if (measured.outcome !== 'deferred') attemptSeconds.observe(measured.durationMs / MS_IN_SECOND);
        return;
      case 'audio-store-call': {
        const { operation, outcome } = measured;
        audioCalls.inc({ operation, outcome });
        audioSeconds.observe({ operation }, measured.durationMs / MS_IN_SECOND);
        return;
      }
      case 'session-start':
        sessions.inc();
        return;
      case 'session-end':
        sessions.dec();
        ended.inc({ error: measured.errorCode ?? 'none' });
        sessionSeconds.observe(measured.durationMs / MS_IN_SECOND);
        return;
      case 'final-result':
        finalSeconds.observe(measured.latencyMs / MS_IN_SECOND);
        return;
      case 'refusal':
        refusals.inc({ status: String(measured.status), code: measured.code });
        return;
      case 'leases': {
        const { kind, change, count } = measured;
        // Start at zero: if a series began with its first loss, no increase would be visible.
        for (const [renewal, outcome] of Object.entries(LEASE_RENEWALS))
          renewals.inc({ kind, outcome }, renewal === change ? count : 0);
        leases.inc({ kind }, LEASES_MORE[change] * count);
        return;
      }
      case 'ledger-archive':
        archives.inc({ outcome: measured.outcome });
        archivedEntries.inc(measured.entries);
        return;
      case 'connection-wait':
        connectionWaits.observe(measured.waitMs / MS_IN_SECOND);
    }
  };
}

/** Connections to an external database, read from the pool at each scrape. */
export function addConnectionMetrics(registry: Registry, { connectionFigures }: SpeechService): void {
  if (connectionFigures === undefined) return;
  new Gauge({
    name: 'parlance_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { busy, idle } = connectionFigures();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'parlance_database_waiting_calls',
    help: 'Calls that wait for a connection to the database.',
    registers: [registry],
    collect() {
      this.set(connectionFigures().waiting);
    },
  });
}
