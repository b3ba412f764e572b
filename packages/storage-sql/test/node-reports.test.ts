import { randomUUID } from 'node:crypto';
import type { NodeReport } from '@parlance/core/storage';
import { describe, expect, it } from 'vitest';
import type { Database } from '../src/index.ts';
import { createNodeReports } from '../src/shared/node-reports.ts';
import { useEmbeddedDatabase, usePostgres } from './opened-database.ts';
import { NO_POSTGRES, postgresPrograms } from './postgres-server.ts';

const MINUTE_MS = 60_000;

function reportOf(startedAt: string): NodeReport {
  return {
    nodeId: randomUUID(),
    ...{ hostName: 'a', roles: ['api'], version: '0.1.0', nodeVersion: '24.0.0' },
    startedAt,
    reportedAt: startedAt,
    ...{ residentBytes: 1, memoryKills: null, engines: [], liveSyntheses: 0, openSessions: 0 },
    ...{ endedSessions: {}, refusals: {}, leases: null, webhookAttempts: {} },
    audioStore: { calls: 0, failed: 0, meanMs: null },
    connections: null,
    dependencies: {},
  };
}

function describeNodeReports(opened: () => Database): void {
  it('keeps the latest report of each process, the oldest process first, until it is removed', async () => {
    const reports = createNodeReports(opened());
    const [younger, older] = [reportOf('2026-11-25T02:00:00.000Z'), reportOf('2026-11-25T01:00:00.000Z')];
    await reports.keep(younger);
    await reports.keep(older);
    await reports.keep({ ...younger, liveSyntheses: 7 });
    expect(await reports.list(MINUTE_MS)).toEqual([older, { ...younger, liveSyntheses: 7 }]);
    await reports.remove(younger.nodeId);
    expect(await reports.list(MINUTE_MS)).toEqual([older]);
    await reports.remove(older.nodeId);
  });

  it('lists no report older than the given time, and deletes those of processes killed days ago', async () => {
    const database = opened();
    const reports = createNodeReports(database);
    const [lost, living] = [reportOf('2026-11-25T01:00:00.000Z'), reportOf('2026-11-25T01:00:00.000Z')];
    await reports.keep(lost);
    const ageBy = (age: string) =>
      database.executeSql(
        `update parlance.node_reports set reported_at = clock_timestamp() - $1::interval where node_id = $2`,
        [age, lost.nodeId],
      );
    await ageBy('2 minutes');
    await reports.keep(living);
    expect(await reports.list(MINUTE_MS)).toEqual([living]);
    await ageBy('2 days');
    await reports.remove(living.nodeId);
    const { rows } = await database.executeSql('select node_id from parlance.node_reports');
    expect(rows).toEqual([]);
  });
}

describe('reports of processes, embedded', () => describeNodeReports(useEmbeddedDatabase()));
if (postgresPrograms === undefined) console.log(NO_POSTGRES);
describe.skipIf(postgresPrograms === undefined)('reports of processes, on PostgreSQL', () => {
  const postgres = usePostgres();
  describeNodeReports(() => postgres().database);
});
