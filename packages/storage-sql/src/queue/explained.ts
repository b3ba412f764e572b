import type { SqlExecutor } from '../database/database.ts';
import { databaseError } from '../database/database-error.ts';

/** The same work with an error that says what it means for a user, and holds nothing of the SQL. */
export async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw databaseError(cause);
  }
}

/** Not for pg-boss: it looks at the codes of the database. */
export function explainedExecutor(database: SqlExecutor): SqlExecutor {
  return { executeSql: (text, values) => explained(database.executeSql(text, values)) };
}
