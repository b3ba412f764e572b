import type { Kysely } from 'kysely';

/**
 * One step from a database to the next. Processes of the version before go on working beside it, so a step adds; only one that
 * `contracts` takes away (see CONTRIBUTING.md).
 */
export type SchemaStep = SchemaChange | IndexStep | FillStep;

/** Statements in one short transaction. */
export interface SchemaChange {
  up(database: Kysely<unknown>): Promise<void>;
  /** For a step that takes away what an earlier one replaced. */
  readonly contracts?: Contraction;
}

/** Of the step that brought the replacement, and the release since which no process needs what was replaced. */
export interface Contraction {
  readonly step: string;
  readonly releasedIn: string;
}

/** An index on a table that may be large, made while others read and write. */
export interface IndexStep {
  readonly index: {
    readonly name: string;
    readonly table: string;
    /** What follows the name of the table: `(created_at) where state = 'dead'`. */
    readonly on: string;
  };
}

/** A change of many rows, in batches that are a short transaction each. It may run twice over the same row. */
export interface FillStep {
  readonly fill: {
    readonly table: string;
    /** Its one-column key, in whose order the batches go. */
    readonly key: string;
    /** `epoch = 1` */
    readonly set: string;
    /** Which rows want it. */
    readonly where: string;
  };
}
