/** What the service asks of the thread that computes, one thing at a time. */
export type PGliteRequest =
  | {
      readonly type: 'statement';
      readonly id: number;
      /** Run before it, and it only when that went well: what begins the transaction of which it is the first. */
      readonly begin?: string | undefined;
      readonly text: string;
      readonly values: readonly unknown[];
    }
  /** Several statements in one text, which carry no values. */
  | {
      readonly type: 'script';
      readonly id: number;
      readonly begin?: string | undefined;
      readonly text: string;
    }
  /** Writes everything out and ends the thread. */
  | { readonly type: 'close' };

export type PGliteReply =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly id: number; readonly result: StatementResult }
  | { readonly type: 'failure'; readonly id: number; readonly failure: StatementFailure }
  /** The database did not start, or can't go on; the thread ends. */
  | { readonly type: 'fatal'; readonly failure: StatementFailure };

export interface StatementResult {
  readonly rows: readonly unknown[];
  /** `SELECT`, `COMMIT` …; of a script its last one. */
  readonly command: string;
  readonly affectedRows: number;
}

/** An error without the values that PGlite puts into it. */
export interface StatementFailure {
  readonly message: string;
  /** SQLSTATE, or the code of a file system error; absent of anything else. */
  readonly code?: string | undefined;
  readonly constraint?: string | undefined;
}

/** What the thread is started with. */
export interface PGliteWorkerInput {
  readonly folder: string;
  readonly savesMemory: boolean;
  /** Archive of a new database; see `openFiles`. */
  readonly prepared: string | undefined;
}
