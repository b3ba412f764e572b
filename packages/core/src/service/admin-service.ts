import type { App } from '../accounts/app.ts';
import type { ShortToken } from '../accounts/callers/issue-client-token.ts';
import type { LedgerEntry } from '../accounts/ledger/ledger-entry.ts';
import type { AdminActor } from '../administration/admin-actor.ts';
import type { AppChangeInput } from '../administration/apps/new-app-input.ts';
import type { VocabularyTrialInput } from '../administration/apps/vocabulary-input.ts';
import type { LedgerExportQuery } from '../administration/balances/export-ledger.ts';
import type { AdminSession, OpenedAdminSession } from '../administration/sign-in/admin-sessions.ts';
import type { SignInAttempt } from '../administration/sign-in/sign-in.ts';
import type { EngineCallOptions, LoadState } from '../engine/synthesis-engine.ts';
import type { Voice } from '../engine/voice.ts';
import type { Page, PageQuery } from '../input/list-cursor.ts';
import type { RequestDetail } from '../reports/get-request.ts';
import type { AppUsage } from '../reports/get-usage.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';
import type { AuditEntry } from '../storage/admin-records.ts';
import type { NodeReport } from '../storage/node-report.ts';
import type { TermTrial } from '../vocabulary/term-trial.ts';
import type { ModelAdmin } from './model-admin.ts';
import type { VoicePackAdmin } from './voice-pack-admin.ts';

/** Percentiles of the latest samples; `null`: there were none. */
export interface LatencyPercentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** How busy one engine's workers are. */
export interface EngineLoad {
  readonly engine: string;
  readonly busy: number;
  readonly size: number;
  /** Whether its model is loaded. `null`: the engine does not report it. */
  readonly loadState: LoadState | null;
  /** Why it cannot serve calls now; `null` while it can. */
  readonly problem: string | null;
}

/** The current activity. Jobs are those of the whole service, everything else is of this process. */
export interface LiveState {
  readonly queue: { readonly jobs: Readonly<Record<JobKind, number>> };
  readonly workers: readonly EngineLoad[];
  readonly sessions: { readonly open: number };
  readonly live: { readonly syntheses: number };
  readonly latency: {
    /** From the call of a live synthesis to its first audio. */
    readonly firstAudioMs: LatencyPercentiles;
    /** From the arrival of an utterance's last sample to the sending of its final result. */
    readonly finalMs: LatencyPercentiles;
  };
}

/** The state of the whole service, as far as its processes report it. */
export interface ServiceStatus {
  /** ID of the process that answers. */
  readonly nodeId: string;
  /** For the whole service; `null` while the database does not answer. */
  readonly queue: {
    /** How many jobs wait or run. */
    readonly jobs: Readonly<Partial<Record<JobKind, number>>>;
    /** The longest wait of a due job, in milliseconds. */
    readonly oldestWaitMs: Readonly<Partial<Record<JobKind, number>>>;
    /** Webhook deliveries that are kept, by state. */
    readonly deliveries: Readonly<Record<string, number>>;
  } | null;
  /** Every process that reported within the last half minute; the one that answers, as of now. */
  readonly nodes: readonly NodeReport[];
}

/** What the recognizer understood of terms that a voice spoke. */
export interface VocabularyTrials {
  readonly voiceCode: string;
  /** In the order of the terms. */
  readonly trials: readonly TermTrial[];
}

/**
 * What operators may do, in addition to {@link SpeechService}: the console uses both. An action with `by`
 * is added to the log of actions in the same transaction.
 */
export interface AdminService {
  /**
   * Signs an operator in. Each sign-in and each wrong password is logged.
   *
   * @throws SpeechError `UNAUTHORIZED` for a wrong password, after the same work as for a correct one; `REQUEST_RATE_EXCEEDED`
   * after several of them, which is not logged
   */
  signIn(attempt: SignInAttempt): Promise<OpenedAdminSession>;
  /** @returns the session of a token, with its expiry extended; `undefined`: there is none, or it has expired */
  findSession(token: string): Promise<AdminSession | undefined>;
  signOut(token: string, by?: AdminActor): Promise<void>;
  /** Sets the password and ends every session. @throws SpeechError `INVALID_INPUT` if it is too short or too long */
  setPassword(password: string, by?: AdminActor): Promise<void>;
  /**
   * Sets the password of a service that has none.
   *
   * @param after the password is hashed at once, which takes a fifth of a second of a core, and kept when this resolves. Absent: at once
   * @returns whether it was set now
   * @throws SpeechError `INVALID_INPUT`; what `after` rejects with
   */
  claimPassword(password: string, after?: Promise<unknown>): Promise<boolean>;
  /** From now on another key signs; tokens of the old ones stay good. @returns the ids of all keys, that of the new one first */
  rotateKeys(by?: AdminActor): Promise<readonly string[]>;
  /** Newest first. @throws SpeechError `INVALID_INPUT` for a foreign cursor */
  listActions(query: PageQuery): Promise<Page<AuditEntry>>;
  /** A synthesis or a transcription of any app. @throws SpeechError `NOT_FOUND` */
  getRequest(requestId: string): Promise<RequestDetail>;
  /** What an app used in the last 30 days. */
  getUsage(appId: string): Promise<AppUsage>;
  /** @throws SpeechError `NOT_FOUND` */
  changeApp(appId: string, change: AppChangeInput, by?: AdminActor): Promise<App>;
  /** Rows in both units, oldest first. To be iterated once. @throws SpeechError `NOT_FOUND` before the first */
  exportLedger(appId: string, query: LedgerExportQuery): AsyncIterable<LedgerEntry>;
  /** @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` if the app was revoked or has expired */
  issueTryToken(appId: string, by?: AdminActor): Promise<ShortToken>;
  /** A client token of the oldest usable app that is named "default". @throws SpeechError `NOT_FOUND` if there is none */
  issuePlaygroundToken(): Promise<ShortToken>;
  /**
   * Synthesizes each term in a few English sentences, and reports what the recognizer understands. Nothing is stored or
   * charged. One sentence at a time, so that it takes at most one worker of each engine.
   *
   * @throws SpeechError `NOT_FOUND`; `VOICE_NOT_FOUND`; `INVALID_INPUT` for a voice of another language; `LANGUAGE_NOT_SUPPORTED` if no
   * recognizer supports English; `ABORTED` or an engine's code
   */
  tryVocabulary(
    appId: string,
    input: VocabularyTrialInput,
    options?: EngineCallOptions,
  ): Promise<VocabularyTrials>;
  getLiveState(): Promise<LiveState>;
  /** Reads only a few rows: numbers that are expensive to count may be a few seconds old. */
  getStatus(): Promise<ServiceStatus>;
  /** All voices, including those that belong to one app. */
  listAllVoices(): Promise<readonly Voice[]>;
  /**
   * Assigns a voice to one app, or with `null` makes it available to all apps again. Applies to every process on the database.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`; `NOT_FOUND` for an unknown app; `INVALID_INPUT` for the default voice, and for one whose app the
   * settings name
   */
  giveVoice(code: string, appId: string | null, by?: AdminActor): Promise<Voice>;
  /**
   * Makes a consistent copy of the embedded database's files, for a backup. Absent: the database is not embedded.
   *
   * @param signal aborts when nobody waits for it any more; a copy that is not complete by then is removed
   * @returns the name of the copy in the data folder; the caller removes it
   * @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED`, `ABORTED`
   */
  copyDatabase?(by?: AdminActor, signal?: AbortSignal): Promise<string>;
  /** Absent: the service's models can't be installed or listed. */
  readonly models?: ModelAdmin;
  /** Absent: no voice packs can be added while the service runs. */
  readonly voicePacks?: VoicePackAdmin;
}
