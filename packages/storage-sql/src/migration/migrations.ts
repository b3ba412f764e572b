import { type Kysely, sql } from 'kysely';
import type { SchemaStep } from './schema-step.ts';
import { addAdministration } from './steps/add-administration.ts';
import { addClientTokens } from './steps/add-client-tokens.ts';
import { addLedgerFunction } from './steps/add-ledger-function.ts';
import { addNodeReports } from './steps/add-node-reports.ts';
import { addRejectedCalls } from './steps/add-rejected-calls.ts';
import { addRetiredTokens } from './steps/add-retired-tokens.ts';
import { addSpeechChoices } from './steps/add-speech-choices.ts';
import { addSynthesisOptions } from './steps/add-synthesis-options.ts';
import { addTranscriptLanguage } from './steps/add-transcript-language.ts';
import { addVocabularies } from './steps/add-vocabularies.ts';
import {
  addTotals,
  LEDGER_BY_APP_AND_TIME,
  LEDGER_BY_TIME,
  UNDELIVERED_WEBHOOKS,
  vacuumBusyTables,
} from './steps/growth.ts';
import { listRetiredSecrets } from './steps/list-retired-secrets.ts';
import { rollUpLedger } from './steps/roll-up-ledger.ts';

/**
 * Every step from an empty database to the current one, by name and in order. A published step never changes.
 *
 * Ids are compared byte by byte (`collate "C"`), as in JavaScript and whatever the server's locale. Nested values and long texts of users are `json` and
 * not `jsonb`: only `json` keeps every JavaScript string and the order of members, on which the signature of a webhook
 * depends.
 */
export const MIGRATIONS: Readonly<Record<string, SchemaStep>> = {
  '2026-11-21-records': { up: createRecords },
  '2026-11-21-records-administered': { up: addAdministration },
  '2026-11-22-ledger-function': { up: addLedgerFunction },
  '2026-11-22-retired-webhook-secrets': { up: listRetiredSecrets },
  '2026-11-22-used-client-tokens': { up: addClientTokens },
  '2026-11-22-used-retired-tokens': { up: addRetiredTokens },
  '2026-11-22-voice-and-model-choices': { up: addSpeechChoices },
  '2026-11-23-rejected-calls': { up: addRejectedCalls },
  '2026-11-24-synthesis-options': { up: addSynthesisOptions },
  '2026-11-24-transcript-language': { up: addTranscriptLanguage },
  '2026-11-24-undelivered-webhooks': UNDELIVERED_WEBHOOKS,
  '2026-11-24-vacuum-of-busy-tables': { up: vacuumBusyTables },
  '2026-11-24-whole-service-totals': { up: addTotals },
  '2026-11-24-written-ledger-by-app': LEDGER_BY_APP_AND_TIME,
  '2026-11-24-written-ledger-by-time': LEDGER_BY_TIME,
  '2026-11-24-written-vocabularies': { up: addVocabularies },
  '2026-11-25-node-reports': { up: addNodeReports },
  '2026-11-25-rolled-up-ledger': { up: rollUpLedger },
};

export const LAST_STEP = Object.keys(MIGRATIONS).at(-1) ?? '';

async function createRecords(database: Kysely<unknown>): Promise<void> {
  for (const statement of RECORDS.split(';')) await sql.raw(statement).execute(database);
}

const RECORDS = `
create table parlance.apps (
  app_id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  token_id text not null,
  webhook_secret text not null,
  retired_webhook_secret json,
  tts_concurrency integer not null,
  stt_concurrency integer not null
);
create table parlance.balances (
  app_id text collate "C" not null,
  unit text not null,
  balance numeric not null,
  primary key (app_id, unit)
);
create table parlance.ledger_entries (
  position bigint generated always as identity primary key,
  entry_id text collate "C" not null unique,
  app_id text collate "C" not null,
  unit text not null,
  kind text not null,
  amount numeric not null,
  reference text collate "C" not null,
  at timestamptz not null,
  unique (reference, unit, kind)
);
create index ledger_entries_app on parlance.ledger_entries (app_id, unit, position);
create table parlance.syntheses (
  request_id text collate "C" primary key,
  app_id text collate "C" not null,
  kind text not null,
  status text not null,
  text json not null,
  characters integer not null,
  credits numeric not null,
  voice_code text not null,
  output_format json not null,
  speed double precision not null,
  emphasis_intensity double precision,
  client_pause json,
  webhook_url text,
  done_characters integer not null,
  failed_attempts integer not null,
  forgiven_starts integer not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  audio json,
  failure json
);
create index syntheses_list on parlance.syntheses (created_at desc, request_id desc);
create index syntheses_app_list on parlance.syntheses (app_id, created_at desc, request_id desc);
create index syntheses_ended on parlance.syntheses (finished_at, request_id);
create index syntheses_audio_ended on parlance.syntheses (finished_at, request_id) where audio is not null;
create table parlance.transcriptions (
  transcript_id text collate "C" primary key,
  app_id text collate "C" not null,
  kind text not null,
  status text not null,
  source json,
  transcript json not null,
  utterances json not null,
  audio_duration_seconds double precision not null,
  webhook_url text,
  failed_attempts integer not null,
  forgiven_starts integer not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  failure json
);
create index transcriptions_list on parlance.transcriptions (created_at desc, transcript_id desc);
create index transcriptions_app_list on parlance.transcriptions (app_id, created_at desc, transcript_id desc);
create index transcriptions_ended on parlance.transcriptions (finished_at, transcript_id);
create table parlance.webhook_deliveries (
  delivery_id text collate "C" primary key,
  app_id text collate "C" not null,
  request_id text collate "C" not null,
  url text not null,
  body json not null,
  audio_object_name text,
  state text not null,
  attempts json not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz,
  ended_at timestamptz
);
create index webhook_deliveries_list on parlance.webhook_deliveries (created_at desc, delivery_id desc);
create index webhook_deliveries_app_list on parlance.webhook_deliveries (app_id, created_at desc, delivery_id desc);
create index webhook_deliveries_ended on parlance.webhook_deliveries (ended_at, delivery_id);
create table parlance.idempotent_answers (
  app_id text collate "C" not null,
  path text collate "C" not null,
  key text collate "C" not null,
  body_hash text not null,
  answer json,
  expires_at timestamptz not null,
  primary key (app_id, path, key)
);
create index idempotent_answers_expired on parlance.idempotent_answers (expires_at);
create table parlance.shared_secrets (
  name text collate "C" primary key,
  secret json not null
)`;
