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

/** Of the last samples; `null`: there were none. */
export interface LatencyPercentiles {
  readonly p50: number | null;
  readonly p95: number | null;
}

/** How one engine's workers are taken up. */
export interface EngineLoad {
  readonly engine: string;
  readonly busy: number;
  readonly size: number;
  /** Whether its model is loaded. `null`: it does not say. */
  readonly loadState: LoadState | null;
  /** Why it can serve nothing now; `null` while it can. */
  readonly problem: string | null;
}

/** What goes on in this moment. Jobs are those of the whole service, the rest of this process. */
export interface LiveState {
  readonly queue: { readonly jobs: Readonly<Record<JobKind, number>> };
  readonly workers: readonly EngineLoad[];
  readonly sessions: { readonly open: number };
  readonly live: { readonly syntheses: number };
  readonly latency: {
    /** From a live synthesis' call to its first audio. */
    readonly firstAudioMs: LatencyPercentiles;
    /** From the last sample of an utterance coming in to its final result going out. */
    readonly finalMs: LatencyPercentiles;
  };
}

/** How the whole service fares, as far as its processes tell each other. */
export interface ServiceStatus {
  /** The process that answers. */
  readonly nodeId: string;
  /** Of the whole service; `null` while the database does not tell. */
  readonly queue: {
    /** Jobs that wait or run. */
    readonly jobs: Readonly<Partial<Record<JobKind, number>>>;
    /** The longest wait of a due job, in milliseconds. */
    readonly oldestWaitMs: Readonly<Partial<Record<JobKind, number>>>;
    /** Webhook deliveries that are kept, by state. */
    readonly deliveries: Readonly<Record<string, number>>;
  } | null;
  /** Every process that told of itself within the last half minute; the one that answers as of now. */
  readonly nodes: readonly NodeReport[];
}

/** What was heard of terms that a voice spoke. */
export interface VocabularyTrials {
  readonly voiceCode: string;
  /** In the order of the terms. */
  readonly trials: readonly TermTrial[];
}

/**
 * What an operator may ask of a service beside {@link SpeechService}'s own members: the console stands on both. What is done `by`
 * somebody stands on the log of actions, written in one transaction with it.
 */
export interface AdminService {
  /**
   * Puts on the log who came in, and who was refused for a wrong password.
   *
   * @throws SpeechError `UNAUTHORIZED` for a wrong password, after the same work as for a right one; `REQUEST_RATE_EXCEEDED`
   * after several of them, which is not put on the log
   */
  signIn(attempt: SignInAttempt): Promise<OpenedAdminSession>;
  /** @returns the session of a token, its end moved on; `undefined`: there is none, or it has ended */
  findSession(token: string): Promise<AdminSession | undefined>;
  signOut(token: string, by?: AdminActor): Promise<void>;
  /** Ends every session. @throws SpeechError `INVALID_INPUT` for one that is too short or too long */
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
  /** Any app's, of either sort. @throws SpeechError `NOT_FOUND` */
  getRequest(requestId: string): Promise<RequestDetail>;
  /** Of the last 30 days. */
  getUsage(appId: string): Promise<AppUsage>;
  /** @throws SpeechError `NOT_FOUND` */
  changeApp(appId: string, change: AppChangeInput, by?: AdminActor): Promise<App>;
  /** Oldest first, of both units. To be iterated once. @throws SpeechError `NOT_FOUND` before the first */
  exportLedger(appId: string, query: LedgerExportQuery): AsyncIterable<LedgerEntry>;
  /** @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` of an app that was revoked or has expired */
  issueTryToken(appId: string, by?: AdminActor): Promise<ShortToken>;
  /** A client token of the oldest app in use that is named "default". @throws SpeechError `NOT_FOUND` when there is none */
  issuePlaygroundToken(): Promise<ShortToken>;
  /**
   * Has a voice speak each term to the recognizer, in a few English sentences, and tells what was heard. Nothing is saved or
   * charged. One sentence at a time, so that it takes one worker of each engine at most.
   *
   * @throws SpeechError `NOT_FOUND`; `VOICE_NOT_FOUND`; `INVALID_INPUT` for a voice of another language; `LANGUAGE_NOT_SUPPORTED` where no
   * recognizer hears English; `ABORTED` or an engine's code
   */
  tryVocabulary(
    appId: string,
    input: VocabularyTrialInput,
    options?: EngineCallOptions,
  ): Promise<VocabularyTrials>;
  getLiveState(): Promise<LiveState>;
  /** Costs a read of few rows: what is dear to count is at most some seconds old. */
  getStatus(): Promise<ServiceStatus>;
  /** All voices, those that belong to one app too. */
  listAllVoices(): Promise<readonly Voice[]>;
  /**
   * Makes a voice that of one app, or with `null` takes it back from the app it was given to. Every process on the database follows.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`; `NOT_FOUND` for an unknown app; `INVALID_INPUT` for the default voice, and for one whose app the
   * settings say
   */
  giveVoice(code: string, appId: string | null, by?: AdminActor): Promise<Voice>;
  /**
   * Copies the files of the embedded database at one moment, for a backup. Absent: the database is elsewhere.
   *
   * @returns the name of the copy in the data folder; whoever asked removes it
   * @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED`
   */
  copyDatabase?(by?: AdminActor): Promise<string>;
  /** Absent: the service's models can't be installed or listed. */
  readonly models?: ModelAdmin;
  /** Absent: no voice packs can be added while it runs. */
  readonly voicePacks?: VoicePackAdmin;
}
