import type { MeteredUnit } from '../accounts/ledger/ledger-entry.ts';
import type { RecordPosition } from '../input/list-cursor.ts';
import type { SpeechChoices } from './speech-choices.ts';

/** A signed-in operator. Only a hash of the browser's token is stored. */
export interface AdminSessionRecord {
  /** Keyed hash of the session's token. */
  readonly sessionId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface AdminSessionTable {
  insert(session: AdminSessionRecord): Promise<void>;
  get(sessionId: string): Promise<AdminSessionRecord | undefined>;
  /** Extends a session; a deleted session stays deleted. */
  extend(sessionId: string, expiresAt: string): Promise<void>;
  remove(sessionId: string): Promise<void>;
  removeAll(): Promise<void>;
  removeExpired(nowIso: string): Promise<void>;
}

/** How an operator was authorized: the admin token, a session of the console, access to the data itself (the command line), or not at all: it was refused. */
export type AdminActorKind = 'token' | 'session' | 'command-line' | 'nobody';

/** One action of an operator. */
export interface AuditEntry {
  readonly entryId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly actor: AdminActorKind;
  /** The first characters of the session's id, to distinguish sessions; `null` without one. */
  readonly sessionId: string | null;
  /** `noun-verb`, such as `app-create`. */
  readonly action: string;
  /** The ID of what was changed, such as an app or a delivery; `null`: the service. */
  readonly target: string | null;
  /** The client's address; `null`: this machine. */
  readonly address: string | null;
}

/** The log of actions. Entries are only added. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(query: {
    readonly after?: RecordPosition | undefined;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
}

/** What every process on the storage must share and none may create for itself: keys, hashes of passwords. */
export interface SecretTable {
  /** @returns JSON */
  get(name: string): Promise<unknown>;
  /** Stores `secret` unless there already is one with the name. @returns the stored one */
  claim(name: string, secret: object): Promise<unknown>;
  /** Inside a transaction nobody else changes it between `get` and `put`, if {@link claim} was called before. */
  put(name: string, secret: object): Promise<void>;
}

/** {@link SpeechChoices}, one for all processes on the storage. */
export interface ChoiceTable {
  /** @returns `undefined` if there is nothing newer than `revision` */
  newerThan(revision: number): Promise<SpeechChoices | undefined>;
  /** Inside a transaction nobody else changes it until its end. @returns the stored choices, with the revision one higher */
  change(edit: (now: SpeechChoices) => Partial<SpeechChoices>): Promise<SpeechChoices>;
}

/** What is counted: requests of each kind by their status, and the credits and seconds used. */
export type TalliedType = 'synthesis' | 'transcription' | MeteredUnit;

/** A sum over one span of time. */
export interface Tally {
  /** The span's start, ISO 8601; `null` for the whole period, if no interval was requested. */
  readonly at: string | null;
  readonly type: TalliedType;
  /** Status of the requests; `null` for credits and seconds. */
  readonly status: string | null;
  /** Decimal string. Requests are counted by their `createdAt`, credits and seconds by the time of their ledger row. */
  readonly amount: string;
}

export interface TallyQuery {
  /** Absent: all apps together. */
  readonly appId?: string | undefined;
  /** ISO 8601; `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Absent: all. */
  readonly types?: readonly TalliedType[] | undefined;
  /** Length of the spans, in UTC; absent: the whole period is one span. */
  readonly interval?: 'hour' | 'day' | undefined;
}

/** Sums over records and ledger, updated in the transactions that change those. */
export interface Tallies {
  /**
   * Sums by span and kind, in the order of time; empty ones are left out.
   *
   * @throws SpeechError `INVALID_INPUT` for credits and seconds in part of an hour whose ledger rows were archived: those are only summed by whole hours
   */
  sum(query: TallyQuery): Promise<readonly Tally[]>;
  /** Makes {@link sum} fast again after many changes; calling it is optional. */
  settle(): Promise<void>;
}

/** Calls that were refused for one reason, in one hour. */
export interface RejectedCalls {
  /** Start of the hour, ISO 8601. */
  readonly at: string;
  /** HTTP status; for a live session the one that HTTP has for the same reason. */
  readonly status: number;
  /** A code of ours, such as `UNAUTHORIZED`. */
  readonly code: string;
  readonly count: number;
}

/** How often calls were refused. Not by caller, since the caller is often unknown. */
export interface RejectionTable {
  /** Adds to the stored counts. */
  add(rejected: readonly RejectedCalls[]): Promise<void>;
  /** Sums over the hours that begin in the period (`from` inclusive, `to` exclusive), the most frequent first. */
  sum(time: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  }): Promise<readonly Omit<RejectedCalls, 'at'>[]>;
  removeBefore(time: string): Promise<void>;
}
