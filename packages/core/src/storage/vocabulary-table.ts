import type { VocabularyTerm } from '../vocabulary/vocabulary-term.ts';

/** The terms of one app. */
export interface VocabularyRecord {
  readonly appId: string;
  /** In the order in which they were given. */
  readonly terms: readonly VocabularyTerm[];
  /** ISO 8601. */
  readonly changedAt: string;
}

/** The vocabularies of apps; one without terms is kept as none. */
export interface VocabularyTable {
  get(appId: string): Promise<VocabularyRecord | undefined>;
  /** Takes the place of the one before. */
  put(record: VocabularyRecord): Promise<void>;
}
