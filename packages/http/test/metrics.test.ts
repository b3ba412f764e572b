import type { Measurement } from '@parlance/core/service';
import { describe, expect, it } from 'vitest';
import { fakeService } from './support/fake-service.ts';
import { startServer } from './support/test-server.ts';

async function metricsOf(service = fakeService()): Promise<string> {
  const { url } = await startServer({ service });
  return (await fetch(`${url}/metrics`)).text();
}

describe('GET /metrics', () => {
  it('shows waiting and running work, as the service counts it', async () => {
    const text = await metricsOf(
      fakeService({
        backlog: async () => ({
          jobs: { synthesis: 3, transcription: 0 },
          oldestJobWaitMs: { synthesis: 90_500, transcription: 0 },
          deliveries: { pending: 2, dead: 1 },
        }),
        workload: () => ({
          segmentCache: { hits: 7, misses: 3, bytes: 88_000 },
          incidents: [{ engine: 'joe', kind: 'worker-died', count: 2 }],
          engines: [
            {
              ...{
                engine: 'joe',
                kind: 'synthesis',
                running: 2,
                waiting: 5,
                expectedWaitMs: 1250,
                refused: 4,
              },
              problem: null,
            },
            {
              ...{
                engine: 'tiny',
                kind: 'recognition',
                running: 0,
                waiting: 0,
                expectedWaitMs: 0,
                refused: 0,
              },
              problem: 'tiny is paused.',
            },
          ],
        }),
      }),
    );
    expect(text).toMatch(/^parlance_jobs\{kind="synthesis"\} 3$/m);
    expect(text).toMatch(/^parlance_jobs\{kind="transcription"\} 0$/m);
    expect(text).toMatch(/^parlance_job_oldest_wait_seconds\{kind="synthesis"\} 90.5$/m);
    expect(text).toMatch(/^parlance_job_oldest_wait_seconds\{kind="transcription"\} 0$/m);
    expect(text).toMatch(/^parlance_webhook_deliveries\{state="pending"\} 2$/m);
    expect(text).toMatch(/^parlance_webhook_deliveries\{state="dead"\} 1$/m);
    expect(text).toMatch(/^parlance_segment_cache_lookups_total\{result="hit"\} 7$/m);
    expect(text).toMatch(/^parlance_segment_cache_lookups_total\{result="miss"\} 3$/m);
    expect(text).toMatch(/^parlance_engine_units\{engine="joe",kind="synthesis",state="running"\} 2$/m);
    expect(text).toMatch(/^parlance_engine_units\{engine="joe",kind="synthesis",state="waiting"\} 5$/m);
    expect(text).toMatch(/^parlance_engine_expected_wait_seconds\{engine="joe",kind="synthesis"\} 1.25$/m);
    expect(text).toMatch(/^parlance_live_calls_refused_total\{engine="joe",kind="synthesis"\} 4$/m);
    expect(text).toMatch(/^parlance_engine_incidents_total\{engine="joe",kind="worker-died"\} 2$/m);
    expect(text).toMatch(/^parlance_engine_up\{engine="joe",kind="synthesis"\} 1$/m);
    expect(text).toMatch(/^parlance_engine_up\{engine="tiny",kind="recognition"\} 0$/m);
  });

  it('shows the rest if the service can’t count, and nothing stale', async () => {
    let isDown = false;
    const engine = { engine: 'joe', kind: 'synthesis', problem: null } as const;
    const service = fakeService({
      backlog: async () => {
        if (isDown) throw new Error('no database');
        return { jobs: { synthesis: 3 }, oldestJobWaitMs: { synthesis: 0 }, deliveries: { dead: 1 } };
      },
      workload: () => ({
        segmentCache: { hits: 7, misses: 0, bytes: 0 },
        incidents: [{ engine: 'joe', kind: 'worker-died', count: 2 }],
        engines: [{ ...engine, running: 2, waiting: 5, expectedWaitMs: 1250, refused: 4 }],
      }),
    });
    const { url } = await startServer({ service });
    const metrics = async () => (await fetch(`${url}/metrics`)).text();
    expect(await metrics()).toMatch(/^parlance_jobs\{/m);
    isDown = true;
    const text = await metrics();
    expect(text).not.toMatch(/^parlance_(jobs|job_oldest_wait_seconds|webhook_deliveries)\{/m);
    expect(text).toMatch(/^parlance_uploads 0$/m);
    // What the process knows of itself needs no database.
    expect(text).toMatch(/^parlance_engine_units\{engine="joe",kind="synthesis",state="waiting"\} 5$/m);
    expect(text).toMatch(/^parlance_engine_up\{engine="joe",kind="synthesis"\} 1$/m);
    expect(text).toMatch(/^parlance_engine_incidents_total\{engine="joe",kind="worker-died"\} 2$/m);
    expect(text).toMatch(/^parlance_segment_cache_lookups_total\{result="hit"\} 7$/m);
  });

  it('names its version', async () => {
    expect(await metricsOf()).toMatch(
      /^parlance_build_info\{version="\d+\.\d+\.\d+",node_version="\d+\..+"\} 1$/m,
    );
  });

  it('reports which dependency works', async () => {
    const service = fakeService({
      dependencies: async () => ({ database: null, audio: 'The bucket does not answer.' }),
      backlog: async () => Promise.reject(new Error('no database')),
    });
    const { url } = await startServer({ service });
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('parlance_dependency_up{dependency="database"} 1');
    expect(text).toContain('parlance_dependency_up{dependency="audio"} 0');
  });

  it('shows the rest if it is unknown which dependency works', async () => {
    const text = await metricsOf(fakeService({ dependencies: () => Promise.reject(new Error('no answer')) }));
    expect(text).toMatch(/^parlance_uploads 0$/m);
    expect(text).not.toContain('parlance_dependency_up{');
  });

  it('counts what the service measures, as it happens', async () => {
    let tell: (measurement: Measurement) => void = () => undefined;
    const service = fakeService({
      onMeasurement(listener) {
        tell = listener;
        return () => undefined;
      },
      connectionFigures: () => ({ busy: 3, idle: 4, waiting: 5 }),
    });
    const { url } = await startServer({ service });
    tell({ type: 'job', kind: 'synthesis', outcome: 'failed', durationMs: 400, isRetry: false });
    tell({ type: 'job', kind: 'synthesis', outcome: 'done', durationMs: 2000, isRetry: true });
    tell({ type: 'webhook-attempt', outcome: 'delivered', durationMs: 20 });
    tell({ type: 'webhook-attempt', outcome: 'deferred', durationMs: 0 });
    tell({ type: 'audio-store-call', operation: 'open', outcome: 'failed', durationMs: 3 });
    tell({ type: 'session-start' });
    tell({ type: 'session-start' });
    tell({ type: 'final-result', latencyMs: 350 });
    tell({ type: 'session-end', errorCode: null, durationMs: 4000 });
    tell({ type: 'refusal', status: 429, code: 'QUEUE_FULL' });
    tell({ type: 'leases', kind: 'synthesis', change: 'taken', count: 3 });
    tell({ type: 'leases', kind: 'synthesis', change: 'renewed', count: 2 });
    tell({ type: 'leases', kind: 'synthesis', change: 'renewal-failed', count: 3 });
    tell({ type: 'leases', kind: 'synthesis', change: 'lost', count: 1 });
    tell({ type: 'leases', kind: 'synthesis', change: 'released', count: 1 });
    tell({ type: 'ledger-archive', outcome: 'moved', entries: 4100 });
    tell({ type: 'connection-wait', waitMs: 60 });
    const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
    for (const line of [
      'parlance_job_runs_total{kind="synthesis",outcome="failed"} 1',
      'parlance_job_runs_total{kind="synthesis",outcome="done"} 1',
      'parlance_job_retries_total{kind="synthesis"} 1',
      'parlance_job_duration_seconds_sum{kind="synthesis"} 2.4',
      'parlance_job_duration_seconds_bucket{le="0.5",kind="synthesis"} 1',
      'parlance_webhook_attempts_total{outcome="delivered"} 1',
      'parlance_webhook_attempts_total{outcome="deferred"} 1',
      'parlance_webhook_attempt_duration_seconds_count 1',
      'parlance_audio_store_calls_total{operation="open",outcome="failed"} 1',
      'parlance_live_sessions 1',
      'parlance_sessions_total{error="none"} 1',
      'parlance_final_result_seconds_bucket{le="0.3"} 0',
      'parlance_final_result_seconds_bucket{le="0.4"} 1',
      'parlance_refusals_total{status="429",code="QUEUE_FULL"} 1',
      'parlance_leases{kind="synthesis"} 1',
      'parlance_lease_renewals_total{kind="synthesis",outcome="renewed"} 2',
      'parlance_lease_renewals_total{kind="synthesis",outcome="failed"} 3',
      'parlance_lease_renewals_total{kind="synthesis",outcome="lost"} 1',
      'parlance_ledger_archives_total{outcome="moved"} 1',
      'parlance_ledger_archives_total{outcome="damaged"} 0',
      'parlance_ledger_archived_entries_total 4100',
      'parlance_database_connection_wait_seconds_bucket{le="0.025"} 0',
      'parlance_database_connection_wait_seconds_bucket{le="0.1"} 1',
      'parlance_database_connections{state="busy"} 3',
      'parlance_database_connections{state="idle"} 4',
      'parlance_database_waiting_calls 5',
    ])
      expect(lines).toContain(line);
  });

  it('has no such series for a service that does not measure', async () => {
    expect(await metricsOf()).not.toContain('parlance_jobs');
  });
});
