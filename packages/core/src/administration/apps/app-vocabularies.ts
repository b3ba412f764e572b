import { requireApp } from '../../accounts/require-app.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';
import type { VocabularyRecord } from '../../storage/vocabulary-table.ts';
import { createVocabulary, joinTerms, type Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { VocabularyOf } from '../../vocabulary/vocabulary-of.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { AdminActor } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';

/** An app's vocabulary, as operators see it. */
export interface AppVocabulary {
  readonly appId: string;
  readonly terms: readonly VocabularyTerm[];
  /** ISO 8601; `null`: it never had one. */
  readonly changedAt: string | null;
}

export interface AppVocabularies {
  /** The terms of a call, prepared for use; those of an app stay prepared between its calls. */
  readonly of: VocabularyOf;
  /** @throws SpeechError `NOT_FOUND`, a storage code */
  get(appId: string): Promise<AppVocabulary>;
  /** Replaces all terms. @throws SpeechError `NOT_FOUND`, a storage code */
  put(appId: string, terms: readonly VocabularyTerm[], by?: AdminActor): Promise<AppVocabulary>;
}

/** A change by another process is noticed after at most this long. */
const FRESH_MS = 2000;
/** How many apps' terms are kept prepared. */
const MAX_KEPT = 500;

interface Kept {
  readonly changedAt: string | undefined;
  readonly terms: readonly VocabularyTerm[];
  readonly vocabulary: Vocabulary | undefined;
  readonly readAtMs: number;
}

export function createAppVocabularies(keeping: RecordKeeping): AppVocabularies {
  const { records, clock } = keeping;
  const kept = new Map<string, Kept>();

  const keep = (appId: string, record: VocabularyRecord | undefined): Kept => {
    const before = kept.get(appId);
    const isSame = before !== undefined && before.changedAt === record?.changedAt;
    const terms = record?.terms ?? [];
    const next: Kept = {
      ...(isSame ? before : { changedAt: record?.changedAt, terms, vocabulary: createVocabulary(terms) }),
      readAtMs: clock.monotonicMs(),
    };
    kept.delete(appId);
    kept.set(appId, next);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return next;
  };
  const ofApp = async (appId: string): Promise<Kept> => {
    const known = kept.get(appId);
    if (known !== undefined && clock.monotonicMs() - known.readAtMs < FRESH_MS) return known;
    return keep(appId, await records.vocabularies.get(appId));
  };

  return {
    async of(appId, ofCall = []) {
      const { vocabulary, terms } = await ofApp(appId);
      return ofCall.length === 0 ? vocabulary : createVocabulary(joinTerms(terms, ofCall));
    },
    async get(appId) {
      await requireApp(records.apps, appId);
      const record = await records.vocabularies.get(appId);
      return { appId, terms: record?.terms ?? [], changedAt: record?.changedAt ?? null };
    },
    async put(appId, terms, by) {
      const record = { appId, terms, changedAt: new Date(clock.now()).toISOString() };
      await records.transact(async (tables) => {
        await requireApp(tables.apps, appId);
        await tables.vocabularies.put(record);
        await noteAction(keeping, tables, { by, action: 'vocabulary-change', target: appId });
      });
      kept.delete(appId);
      return record;
    },
  };
}
