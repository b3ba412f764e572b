import { openDatabase } from '@parlance/storage-sql';

/** Where the records lie: a folder for the embedded database, or an address of a PostgreSQL server. */
export type Place = { readonly folder: string } | { readonly url: string };

export const APPS = 10_000;
export const REQUESTS = 1_000_000;
/** The app that most requests belong to. */
export const BUSY_APP = 'app-00000';

/** In one statement: PGlite ends one that takes two minutes. */
const BATCH = 50_000;
const SPAN = `interval '90 days'`;

const APP_ROWS = `
insert into parlance.apps (app_id, name, search_name, created_at, token_id, webhook_secret, tts_concurrency, stt_concurrency)
select 'app-' || lpad(i::text, 5, '0'), 'Application ' || md5(i::text), 'application ' || md5(i::text),
  now() - ${SPAN} + i * interval '10 minutes', 'token-' || i, 'whsec_AA==', 5, 5
from generate_series(0, ${APPS - 1}) as i`;

/** Few apps have most requests; one in thirty failed; a few of the last hours are still under way. */
const rowsOf = (first: number): string => `
select i, 'app-' || lpad(floor(power(random(), 3) * ${APPS})::text, 5, '0') as app_id,
  case when random() < 0.033 then 'FAILED' when i > ${REQUESTS / 2 - 500} then 'PROCESSING' else 'COMPLETED' end as status,
  now() - ${SPAN} + i * (${SPAN} / ${REQUESTS / 2}) as created_at
from generate_series(${first}, ${first + BATCH - 1}) as i`;

const synthesisRows = (first: number): string => `
insert into parlance.syntheses (request_id, app_id, kind, status, text, characters, credits, voice_code, output_format, speed,
  done_characters, failed_attempts, forgiven_starts, created_at, started_at, finished_at)
select 's' || md5(i::text), app_id, 'live', status, '""', 120, 120, 'slt', '{"container":"mp3","sampleRateHz":16000,"bitrateKbps":128}',
  1, 120, 0, 0, created_at, created_at, case when status <> 'PROCESSING' then created_at + interval '1 second' end
from (${rowsOf(first)}) as rows`;

const transcriptionRows = (first: number): string => `
insert into parlance.transcriptions (transcript_id, app_id, kind, status, transcript, utterances, audio_duration_seconds,
  failed_attempts, forgiven_starts, created_at, started_at, finished_at)
select 't' || md5(i::text), app_id, 'live', status, '"what was said"', '[]', 4, 0, 0, created_at, created_at,
  case when status <> 'PROCESSING' then created_at + interval '1 second' end
from (${rowsOf(first)}) as rows`;

/** Makes the tables and fills them; the triggers keep the sums as they do in service. */
export async function fillDatabase(place: Place): Promise<void> {
  const database = await openDatabase(place);
  try {
    await database.executeSql('select setseed(0.5)');
    await database.executeSql(APP_ROWS);
    for (let first = 0; first < REQUESTS / 2; first += BATCH) {
      await database.executeSql(synthesisRows(first));
      await database.executeSql(transcriptionRows(first));
    }
  } finally {
    await database.close();
  }
}

/**
 * Does at once what a database in service has had done to it all along: else the first answers wait behind the vacuuming of a million rows
 * that came in a minute, and PostgreSQL plans by the counts of before.
 */
export async function tidyDatabase(place: Place): Promise<void> {
  const database = await openDatabase(place);
  try {
    await database.executeSql('vacuum (analyze)');
    await database.executeSql('checkpoint');
  } finally {
    await database.close();
  }
}
