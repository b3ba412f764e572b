import type { SqlExecutor } from './database.ts';
import { databaseError } from './database-error.ts';

/** Converts the error of a call with {@link databaseError}, so that it contains no SQL. */
export async function explained<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw databaseError(cause);
  }
}

/** Converts the errors of an executor. Not for pg-boss, which needs the database's own codes. */
export function explainedExecutor(database: SqlExecutor): SqlExecutor {
  return { executeSql: (text, values) => explained(database.executeSql(text, values)) };
}
