import type { MeteredUnit } from '../accounts/ledger/ledger-entry.ts';
import type { RecordPosition } from '../input/list-cursor.ts';
import type { SpeechChoices } from './speech-choices.ts';

/** A signed-in operator. Only a hash of what the browser holds is kept. */
export interface AdminSessionRecord {
  /** Keyed hash of the session's token. */
  readonly sessionId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface AdminSessionTable {
  insert(session: AdminSessionRecord): Promise<void>;
  get(sessionId: string): Promise<AdminSessionRecord | undefined>;
  /** Moves the end; a session that is gone stays gone. */
  extend(sessionId: string, expiresAt: string): Promise<void>;
  remove(sessionId: string): Promise<void>;
  removeAll(): Promise<void>;
  removeExpired(nowIso: string): Promise<void>;
}

/** By what right an operator acted: the admin token, a session of the console, the data itself, or none: it was refused. */
export type AdminActorKind = 'token' | 'session' | 'command-line' | 'nobody';

/** One action of an operator. */
export interface AuditEntry {
  readonly entryId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly actor: AdminActorKind;
  /** The first characters of the session's id, to tell sessions apart; `null` without one. */
  readonly sessionId: string | null;
  /** `noun-verb`, such as `app-create`. */
  readonly action: string;
  /** What it was done to: the id of an app, a delivery; `null`: the service. */
  readonly target: string | null;
  /** Where it came from; `null`: this machine. */
  readonly address: string | null;
}

/** Grows only. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(query: {
    readonly after?: RecordPosition | undefined;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}

/** What every process on the storage has to know and none may make for itself: keys, hashes of passwords. */
export interface SecretTable {
  /** @returns JSON */
  get(name: string): Promise<unknown>;
  /** Keeps `secret` unless there is one of the name already. @returns the one that is kept */
  claim(name: string, secret: object): Promise<unknown>;
  /** Inside a transaction nobody else changes it between `get` and `put`, when {@link claim} came first. */
  put(name: string, secret: object): Promise<void>;
}

/** {@link SpeechChoices}, one for all processes on the storage. */
export interface ChoiceTable {
  /** @returns `undefined` when there is nothing newer than `revision` */
  newerThan(revision: number): Promise<SpeechChoices | undefined>;
  /** Inside a transaction: nobody else changes it until its end. @returns what is kept now, its revision one higher */
  change(edit: (now: SpeechChoices) => Partial<SpeechChoices>): Promise<SpeechChoices>;
}

/** What is tallied: requests of a sort by their status, and what was used of credits and seconds. */
export type TalliedType = 'synthesis' | 'transcription' | MeteredUnit;

/** How much of something there was in one span of time. */
export interface Tally {
  /** The span's start, ISO 8601; with no interval asked for, of the whole time: `null`. */
  readonly at: string | null;
  readonly type: TalliedType;
  /** Of requests; `null` of credits and seconds. */
  readonly status: string | null;
  /** Decimal string. Requests by their `createdAt`, what was used by when the ledger took it. */
  readonly amount: string;
}

export interface TallyQuery {
  /** Absent: all apps together. */
  readonly appId?: string | undefined;
  /** ISO 8601; `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Absent: all. */
  readonly types?: readonly TalliedType[] | undefined;
  /** Spans to tell apart, in UTC; absent: the whole time is one. */
  readonly interval?: 'hour' | 'day' | undefined;
}

/** Sums over records and ledger, kept in the transactions that change those. */
export interface Tallies {
  /**
   * Spans and sorts with nothing in them are left out; in the order of time.
   *
   * @throws SpeechError `INVALID_INPUT` for credits and seconds in a part of an hour of which ledger rows were archived: sums are of whole hours
   */
  sum(query: TallyQuery): Promise<readonly Tally[]>;
  /** Makes {@link sum} fast again after many changes; it need never be called. */
  settle(): Promise<void>;
}

/** Calls that were refused for one reason, in one hour. */
export interface RejectedCalls {
  /** Start of the hour, ISO 8601. */
  readonly at: string;
  /** HTTP status; of a live session the one that HTTP has for such a reason. */
  readonly status: number;
  /** A code of ours, such as `UNAUTHORIZED`. */
  readonly code: string;
  readonly count: number;
}

/** How often calls were refused; who called is often not known, so not by whom. */
export interface RejectionTable {
  /** Adds to what is there. */
  add(rejected: readonly RejectedCalls[]): Promise<void>;
  /** Sums over the hours that begin in the time (`from` counts in, `to` does not), the most frequent first. */
  sum(time: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  }): Promise<readonly Omit<RejectedCalls, 'at'>[]>;
  removeBefore(time: string): Promise<void>;
}
