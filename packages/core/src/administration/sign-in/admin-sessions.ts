import { LIMITS } from '../../limits/limits.ts';
import type { Records } from '../../storage/record-store.ts';
import type { ConsoleAccess } from './console-access.ts';

export interface AdminSession {
  /** Identifies the session; not a secret. */
  readonly sessionId: string;
  /** ISO 8601; extended while the session is used. */
  readonly expiresAt: string;
}

export interface OpenedAdminSession extends AdminSession {
  /** What the browser stores; shown only once. */
  readonly token: string;
}

/** Sessions of the console. A browser's token is stored only as a keyed hash. */
export interface AdminSessions {
  /** @param tables those of a transaction */
  open(tables?: SessionTables): Promise<OpenedAdminSession>;
  /** @returns the session, with its expiry extended; `undefined`: there is none, or it has expired */
  find(token: string): Promise<AdminSession | undefined>;
  /** @param tables those of a transaction */
  close(token: string, tables?: SessionTables): Promise<void>;
}

type SessionTables = Pick<Records, 'adminSessions'>;

const LIFE_MS = LIMITS.adminSession.lifeSeconds * 1000;
/** The expiry is extended in steps of this, so that not every call writes. */
const STEP_MS = 60_000;
const SEALED_FOR = 'admin-session';
const TOKEN = /^[\w-]{16,200}$/;

export function createAdminSessions({ records, sealer, clock, random }: ConsoleAccess): AdminSessions {
  const table = records.adminSessions;
  const idOf = (token: string): string => sealer.sign(SEALED_FOR, token);
  const end = (): string => new Date(clock.now() + LIFE_MS).toISOString();
  return {
    async open({ adminSessions } = records) {
      const now = new Date(clock.now()).toISOString();
      await adminSessions.removeExpired(now);
      // Two ids: 244 random bits.
      const token = random.id() + random.id();
      const session = { sessionId: idOf(token), createdAt: now, expiresAt: end() };
      await adminSessions.insert(session);
      return { token, sessionId: session.sessionId, expiresAt: session.expiresAt };
    },
    async find(token) {
      if (!TOKEN.test(token)) return undefined;
      const session = await table.get(idOf(token));
      if (session === undefined || Date.parse(session.expiresAt) <= clock.now()) return undefined;
      const { sessionId } = session;
      const expiresAt = end();
      if (Date.parse(expiresAt) - Date.parse(session.expiresAt) < STEP_MS) {
        return { sessionId, expiresAt: session.expiresAt };
      }
      await table.extend(sessionId, expiresAt);
      return { sessionId, expiresAt };
    },
    async close(token, { adminSessions } = records) {
      if (TOKEN.test(token)) await adminSessions.remove(idOf(token));
    },
  };
}
