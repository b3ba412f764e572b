/** Requests to the database's thread, one at a time. */
export type PGliteRequest =
  | {
      readonly type: 'statement';
      readonly id: number;
      /** The statement that begins the transaction, if this is its first statement. If it fails, this one does not run. */
      readonly begin?: string | undefined;
      readonly text: string;
      readonly values: readonly unknown[];
    }
  /** Several statements in one text, without values. */
  | {
      readonly type: 'script';
      readonly id: number;
      readonly begin?: string | undefined;
      readonly text: string;
    }
  /** Writes a checkpoint and ends the thread. */
  | { readonly type: 'close' };

export type PGliteReply =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly id: number; readonly result: StatementResult }
  | { readonly type: 'failure'; readonly id: number; readonly failure: StatementFailure }
  /** The database did not start or can't continue; the thread ends. */
  | { readonly type: 'fatal'; readonly failure: StatementFailure };

export interface StatementResult {
  readonly rows: readonly unknown[];
  /** `SELECT`, `COMMIT` …; for a script that of its last statement. */
  readonly command: string;
  readonly affectedRows: number;
}

/** An error without the values that PGlite includes in it. */
export interface StatementFailure {
  readonly message: string;
  /** SQLSTATE, or the code of a file system error; absent for other errors. */
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

/** The data with which the thread starts. */
export interface PGliteWorkerInput {
  readonly folder: string;
  readonly savesMemory: boolean;
  /** Archive of a new database; see `openFiles`. */
  readonly prepared: string | undefined;
}
