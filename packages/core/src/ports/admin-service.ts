import type { AppChangeInput } from '../config/new-app-input.ts';
import type { App } from '../domain/apps/app.ts';
import type { AudioFormat } from '../domain/audio/output-format.ts';
import type { LedgerEntry } from '../domain/metering/ledger-entry.ts';
import type { Voice } from '../domain/voices/voice.ts';
import type { WebhookDelivery } from '../domain/webhooks/webhook-delivery.ts';
import type { ShortToken } from '../use-cases/apps/issue-client-token.ts';
import type { AuditEntry } from './admin-records.ts';
import type { JobKind } from './job-queue.ts';
import type { ModelAdmin } from './model-admin.ts';
import type { Page, PageQuery, ReportedRequest } from './speech-service.ts';
import type { LoadState } from './synthesis-engine.ts';
import type { VoicePackAdmin } from './voice-pack-admin.ts';

export interface SignInAttempt {
  readonly password: string;
  /** Attempts are counted by it. */
  readonly address: string;
  /** Whether the password was found to be the admin token, which needs no other proof. */
  readonly isAdminToken: boolean;
}

export interface AdminSession {
  /** Tells sessions apart; no secret. */
  readonly sessionId: string;
  /** ISO 8601; moves on while the session is used. */
  readonly expiresAt: string;
}

export interface OpenedAdminSession extends AdminSession {
  /** What the browser keeps; shown this once. */
  readonly token: string;
}

/** Who acts, for the log of actions. */
export type AdminActor = Pick<AuditEntry, 'actor' | 'sessionId' | 'address'>;

/** Everything that is known of one request. */
export interface RequestDetail extends ReportedRequest {
  /** Code points of the text; `null` of a transcription. */
  readonly characters: number | null;
  readonly voiceCode: string | null;
  readonly format: AudioFormat | null;
  readonly startedAt: string | null;
  /** What it cost, or has reserved while it runs: decimal strings, `null` where the other one counts. */
  readonly credits: string | null;
  readonly seconds: string | null;
  readonly deliveries: readonly WebhookDelivery[];
  /** Signed now; an absolute address or a path, as {@link SynthesisView.audioLink}. `null`: there is no audio. */
  readonly audioLink: string | null;
}

/** What an app used in a time. Decimal strings where not whole. */
export interface AppUsage {
  readonly syntheses: number;
  readonly transcriptions: number;
  readonly credits: string;
  readonly seconds: string;
}

export interface LedgerExportQuery {
  /** ISO 8601; `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

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
  /** Sets the password of a service that has none. @returns whether it was set now @throws SpeechError `INVALID_INPUT` */
  claimPassword(password: string): Promise<boolean>;
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
  getLiveState(): Promise<LiveState>;
  /** All voices, those that belong to one app too. */
  listAllVoices(): Promise<readonly Voice[]>;
  /**
   * Makes a voice that of one app, or with `null` takes it back from the app it was given to. Every process on the database follows.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`; `NOT_FOUND` for an unknown app; `INVALID_INPUT` for the default voice, and for one whose app the
   * settings say
   */
  giveVoice(code: string, appId: string | null, by?: AdminActor): Promise<Voice>;
  /** Absent: the service's models can't be installed or listed. */
  readonly models?: ModelAdmin;
  /** Absent: no voice packs can be added while it runs. */
  readonly voicePacks?: VoicePackAdmin;
}
