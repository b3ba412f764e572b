import type { NodeReport, NodeReports } from '@parlance/core/storage';
import type { Database } from '../database/database.ts';
import { explainedExecutor } from '../database/explained.ts';

const KEEP = `insert into parlance.node_reports as kept (node_id, report, reported_at) values ($1, $2, clock_timestamp())
  on conflict (node_id) do update set report = excluded.report, reported_at = excluded.reported_at`;
const LIST = `select report from parlance.node_reports where reported_at > clock_timestamp() - $1 * interval '1 millisecond'`;
const REMOVE = `delete from parlance.node_reports where node_id = $1 or reported_at < clock_timestamp() - interval '1 day'`;

/** Reports as rows of a database. */
export function createNodeReports(database: Pick<Database, 'executeSql'>): NodeReports {
  const { executeSql } = explainedExecutor(database);
  const run = async (text: string, values: unknown[]): Promise<readonly Record<string, unknown>[]> =>
    (await executeSql(text, values)).rows;
  return {
    async keep(report) {
      await run(KEEP, [report.nodeId, JSON.stringify(report)]);
    },
    async list(maxAgeMs) {
      const reports = (await run(LIST, [maxAgeMs])).map(({ report }) => report as NodeReport);
      return reports.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
    },
    async remove(nodeId) {
      await run(REMOVE, [nodeId]);
    },
  };
}
