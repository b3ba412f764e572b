import type {
  LedgerArchiveState,
  LedgerEntryKind,
  MeteredUnit,
  RetiredSecret,
  RetiredToken,
} from '@parlance/core/accounts';
import type { AudioFormat } from '@parlance/core/audio';
import type {
  RecordingSource,
  RequestFailure,
  SynthesisKind,
  SynthesisRecord,
  SynthesizedAudio,
  TranscriptionRecord,
  WebhookAttempt,
  WebhookDeliveryState,
} from '@parlance/core/requests';
import type { AdminActorKind, SpeechChoices, TalliedType } from '@parlance/core/storage';
import type { PausePlan } from '@parlance/core/text';
import type { VocabularyTerm } from '@parlance/core/vocabulary';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** `timestamptz`: read as a Date, written as ISO 8601. */
type Time = ColumnType<Date, string, string>;
type NullableTime = ColumnType<Date | null, string | null, string | null>;
/** `numeric`: read and written as a decimal string, so that nothing is rounded. */
type Decimal = ColumnType<string, string, string>;
/** A string that may not be valid in PostgreSQL's `text`, stored as `json`. */
type JsonText = ColumnType<string, string, string>;
/** `json`: read as the value, written as JSON text. */
type Json<Value extends object> = JSONColumnType<Value>;
type NullableJson<Value extends object> = ColumnType<Value | null, string | null, string | null>;

export interface AppRow {
  app_id: string;
  name: string;
  created_at: Time;
  expires_at: NullableTime;
  revoked_at: NullableTime;
  token_id: string;
  retired_tokens: Json<readonly RetiredToken[]>;
  webhook_secret: string;
  retired_webhook_secrets: Json<readonly RetiredSecret[]>;
  tts_concurrency: number;
  stt_concurrency: number;
  requests_per_minute: number | null;
  last_used_at: NullableTime;
  /** The name in lower case. */
  search_name: string;
}

/** The balance of a limited app; an app without a row is unlimited. */
export interface BalanceRow {
  app_id: string;
  unit: MeteredUnit;
  balance: Decimal;
  /** A new value each time the balance is set: ledger rows name the one that they counted towards. */
  epoch: Generated<string>;
}

export interface LedgerEntryRow {
  /** Increases with each row: the order of the ledger. */
  position: Generated<string>;
  entry_id: string;
  app_id: string;
  unit: MeteredUnit;
  kind: LedgerEntryKind;
  amount: Decimal;
  reference: string;
  at: Time;
  /** The epoch of the balance that it counted towards. */
  epoch: string | null;
}

/** Sums of rows that were archived from the ledger, by UTC day. */
export interface LedgerDayRow {
  app_id: string;
  day: ColumnType<string, string, string>;
  unit: MeteredUnit;
  kind: LedgerEntryKind;
  entries: ColumnType<string, number, number>;
  amount: Decimal;
}

/** A file of rows that are, or are about to be, archived from the ledger; `null` columns are unknown until it is written. */
export interface LedgerArchiveRow {
  archive_id: string;
  state: LedgerArchiveState;
  before_time: Time;
  after_position: string;
  object_name: string | null;
  sha256: string | null;
  bytes: ColumnType<string | null, number | null, number | null>;
  entries: number | null;
  first_position: string | null;
  last_position: string | null;
  first_at: NullableTime;
  last_at: NullableTime;
  settled_position: string | null;
  moved_entries: number;
  planned_at: Time;
  changed_at: Time;
}

export interface SynthesisRow {
  request_id: string;
  app_id: string;
  kind: SynthesisKind;
  status: SynthesisRecord['status'];
  text: JsonText;
  characters: number;
  credits: Decimal;
  voice_code: string;
  output_format: Json<AudioFormat>;
  speed: number;
  text_type: string | null;
  timings: string | null;
  emphasis_intensity: number | null;
  client_pause: NullableJson<PausePlan>;
  vocabulary: NullableJson<readonly VocabularyTerm[]>;
  webhook_url: string | null;
  done_characters: number;
  failed_attempts: number;
  forgiven_starts: number;
  created_at: Time;
  started_at: NullableTime;
  finished_at: NullableTime;
  audio: NullableJson<SynthesizedAudio>;
  failure: NullableJson<RequestFailure>;
}

export interface TranscriptionRow {
  transcript_id: string;
  app_id: string;
  kind: TranscriptionRecord['kind'];
  status: TranscriptionRecord['status'];
  source: NullableJson<RecordingSource>;
  transcript: JsonText;
  utterances: Json<TranscriptionRecord['utterances']>;
  language: string | null;
  audio_duration_seconds: number;
  webhook_url: string | null;
  failed_attempts: number;
  forgiven_starts: number;
  created_at: Time;
  started_at: NullableTime;
  finished_at: NullableTime;
  failure: NullableJson<RequestFailure>;
}

export interface WebhookDeliveryRow {
  delivery_id: string;
  app_id: string;
  request_id: string;
  url: string;
  body: Json<Readonly<Record<string, unknown>>>;
  audio_object_name: string | null;
  state: WebhookDeliveryState;
  attempts: Json<readonly WebhookAttempt[]>;
  created_at: Time;
  next_attempt_at: NullableTime;
  ended_at: NullableTime;
}

export interface IdempotentAnswerRow {
  app_id: string;
  path: string;
  key: string;
  body_hash: string;
  /** `null` while the first request still runs. */
  answer: ColumnType<unknown, string | null, string | null>;
  expires_at: Time;
}

/** Secrets that all processes on the database share, such as the keys of tokens. */
export interface SharedSecretRow {
  name: string;
  secret: Json<object>;
}

/** A single row: the choices of operators for all processes. */
export interface SpeechChoicesRow {
  name: string;
  revision: number;
  choices: Json<Omit<SpeechChoices, 'revision'>>;
}

/** Sums by the hour for each app, and for all apps under an empty `app_id`. */
export interface TallyRow {
  app_id: string;
  type: TalliedType;
  status: string;
  at: Time;
  amount: Decimal;
}

/** Changes that are not yet added to the sums. */
export interface TallyChangeRow extends TallyRow {
  position: Generated<string>;
}

export interface AdminSessionRow {
  session_id: string;
  created_at: Time;
  expires_at: Time;
}

export interface AuditEntryRow {
  entry_id: string;
  created_at: Time;
  actor: AdminActorKind;
  session_id: string | null;
  action: string;
  target: string | null;
  address: string | null;
}

/** A taken slot; after it expires the slot is free, whoever held it. */
export interface LeaseRow {
  lease_id: string;
  app_id: string;
  kind: string;
  expires_at: Time;
}

/** A client token whose uses are limited. */
export interface ClientTokenRow {
  client_token_id: string;
  uses: number;
  expires_at: Time;
}

/** The number of refused calls by hour. */
export interface RejectedCallsRow {
  at: Time;
  status: number;
  code: string;
  count: ColumnType<string, number, string>;
}

export interface VocabularyRow {
  app_id: string;
  terms: Json<readonly VocabularyTerm[]>;
  changed_at: Time;
}

/** All of our tables. The queue has its own tables in its own schema. */
export interface Schema {
  apps: AppRow;
  balances: BalanceRow;
  ledger_entries: LedgerEntryRow;
  ledger_days: LedgerDayRow;
  ledger_archives: LedgerArchiveRow;
  syntheses: SynthesisRow;
  transcriptions: TranscriptionRow;
  webhook_deliveries: WebhookDeliveryRow;
  idempotent_answers: IdempotentAnswerRow;
  shared_secrets: SharedSecretRow;
  speech_choices: SpeechChoicesRow;
  tallies: TallyRow;
  tally_changes: TallyChangeRow;
  admin_sessions: AdminSessionRow;
  audit_entries: AuditEntryRow;
  leases: LeaseRow;
  client_tokens: ClientTokenRow;
  rejected_calls: RejectedCallsRow;
  vocabularies: VocabularyRow;
}
