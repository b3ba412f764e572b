import type { VocabularyTerm } from '../vocabulary/vocabulary-term.ts';

/** The terms of one app. */
export interface VocabularyRecord {
  readonly appId: string;
  /** In the order in which they were sent. */
  readonly terms: readonly VocabularyTerm[];
  /** ISO 8601. */
  readonly changedAt: string;
}

/** The vocabularies of apps; an empty vocabulary is stored as none. */
export interface VocabularyTable {
  get(appId: string): Promise<VocabularyRecord | undefined>;
  /** Replaces the previous one. */
  put(record: VocabularyRecord): Promise<void>;
}
