import type { Kysely } from 'kysely';

/**
 * One migration step. Processes of the previous version continue to work on the database, so steps only add; only a step with
 * `contracts` may remove something (see CONTRIBUTING.md).
 */
export type SchemaStep = SchemaChange | IndexStep | FillStep;

/** Statements in one short transaction. */
export interface SchemaChange {
  up(database: Kysely<unknown>): Promise<void>;
  /** For a step that removes what an earlier one replaced. */
  readonly contracts?: Contraction;
}

/** The step that added the replacement, and the release since which no process needs what was replaced. */
export interface Contraction {
  readonly step: string;
  readonly releasedIn: string;
}

/** An index on a table that may be large, built while others read and write. */
export interface IndexStep {
  readonly index: {
    readonly name: string;
    readonly table: string;
    /** The part after the name of the table, such as `(created_at) where state = 'dead'`. */
    readonly on: string;
  };
}

/** A change of many rows, in batches with a short transaction each. It may run twice on the same row. */
export interface FillStep {
  readonly fill: {
    readonly table: string;
    /** The single-column key that determines the order of the batches. */
    readonly key: string;
    /** The assignment, such as `epoch = 1`. */
    readonly set: string;
    /** The condition for rows that need the change. */
    readonly where: string;
  };
}
