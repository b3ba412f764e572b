import type {
  AdminSessionRecord,
  AdminSessionTable,
  AuditEntry,
  AuditLog,
  ChoiceTable,
  SecretTable,
  SpeechChoices,
  VocabularyRecord,
  VocabularyTable,
} from '@parlance/core/storage';
import { compare, type Rows } from './table.ts';

export function createMemoryAdminSessions(rows: Rows<AdminSessionRecord>): AdminSessionTable {
  const put = (session: AdminSessionRecord): void =>
    rows.set(new Map(rows.get()).set(session.sessionId, session));
  return {
    insert: async (session) => put(session),
    get: async (sessionId) => rows.get().get(sessionId),
    async extend(sessionId, expiresAt) {
      const session = rows.get().get(sessionId);
      if (session !== undefined) put({ ...session, expiresAt });
    },
    async remove(sessionId) {
      const left = new Map(rows.get());
      left.delete(sessionId);
      rows.set(left);
    },
    removeAll: async () => rows.set(new Map()),
    async removeExpired(nowIso) {
      rows.set(new Map([...rows.get()].filter(([, { expiresAt }]) => expiresAt >= nowIso)));
    },
  };
}

export function createMemoryAuditLog(rows: Rows<AuditEntry>): AuditLog {
  return {
    async append(entry) {
      rows.set(new Map(rows.get()).set(entry.entryId, entry));
    },
    async list({ after, limit }) {
      const order = (one: AuditEntry, other: Pick<AuditEntry, 'createdAt' | 'entryId'>): number =>
        compare(other.createdAt, one.createdAt) || compare(other.entryId, one.entryId);
      const isLater = (entry: AuditEntry): boolean =>
        after === undefined || order(entry, { createdAt: after.createdAt, entryId: after.id }) > 0;
      return [...rows.get().values()].sort(order).filter(isLater).slice(0, limit);
    },
  };
}

export function createMemorySecrets(rows: Rows<object>): SecretTable {
  const put = (name: string, secret: object): void => rows.set(new Map(rows.get()).set(name, secret));
  return {
    get: async (name) => rows.get().get(name),
    async claim(name, secret) {
      const kept = rows.get().get(name);
      if (kept !== undefined) return kept;
      put(name, secret);
      return secret;
    },
    put: async (name, secret) => put(name, secret),
  };
}

export function createMemoryChoices(kept: {
  get(): SpeechChoices;
  set(choices: SpeechChoices): void;
}): ChoiceTable {
  return {
    newerThan: async (revision) => (kept.get().revision > revision ? kept.get() : undefined),
    async change(edit) {
      const now = kept.get();
      kept.set({ ...now, ...edit(now), revision: now.revision + 1 });
      return kept.get();
    },
  };
}

export function createMemoryVocabularies(rows: Rows<VocabularyRecord>): VocabularyTable {
  return {
    get: async (appId) => rows.get().get(appId),
    put: async (record) => rows.set(new Map(rows.get()).set(record.appId, record)),
  };
}
