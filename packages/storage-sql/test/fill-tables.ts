import type { SqlExecutor } from '../src/index.ts';

export interface Amounts {
  /** Half are syntheses, half transcriptions; those of the last hour are in progress. */
  readonly requests: number;
  /** Ledger entries of requests, the oldest first; at most four per request. */
  readonly entries: number;
  readonly deliveries: number;
  /** Syntheses that wait in the queue. */
  readonly waitingJobs: number;
  readonly apps: number;
}

const SPAN = `interval '30 days'`;
/** Rows per statement, so that progress can be reported and no statement takes minutes. */
const BATCH = 250_000;

/** The app with a fifth of all requests. */
export const BUSY_APP = 'app-0';

/**
 * Fills the tables of an open queue and its records like a service after a month. Sums by hour are computed at the end, instead of
 * a change for each row; the planner's statistics are up to date.
 *
 * @param onRows called with a table's number of rows at its begin, and after each {@link BATCH}
 */
export async function fillTables(
  database: SqlExecutor,
  amounts: Amounts,
  onRows: (table: string, rows: number, of: number) => void = () => undefined,
): Promise<void> {
  const { requests, entries, deliveries, waitingJobs, apps } = amounts;
  const run = (text: string) => database.executeSql(text);
  const appOf = (number: string) =>
    `'app-' || case when ${number} % 5 = 0 then 0 else (hashint8(${number}) & 2147483647) % ${apps} end`;
  const timeOf = (number: string, of: number) => `now() - ${SPAN} + ${number} * (${SPAN} / ${of})`;
  /** Sums are computed at the end, and indexes grow in order. */
  const insert = async (table: string, count: number, rows: string): Promise<void> => {
    onRows(table, 0, count);
    await run(`alter table parlance.${table} disable trigger user`);
    for (let first = 1; first <= count; first += BATCH) {
      const last = Math.min(count, first + BATCH - 1);
      await run(`${rows} from generate_series(${first}, ${last}) as n`);
      onRows(table, last, count);
    }
    await run(`alter table parlance.${table} enable trigger user`);
    await run(`vacuum (analyze) parlance.${table}`);
  };
  await insert(
    'apps',
    apps,
    `insert into parlance.apps (app_id, name, search_name, created_at, token_id, webhook_secret, tts_concurrency, stt_concurrency)
     select 'app-' || n - 1, 'App ' || n, 'app ' || n, now() - ${SPAN}, 'token-' || n, 'whsec_AA==', 5, 5`,
  );
  await run(
    `insert into parlance.balances (app_id, unit, balance) select app_id, 'credits', 1000000 from parlance.apps`,
  );
  const half = Math.ceil(requests / 2);
  const isUnderWay = `n > ${half} - ${Math.ceil(half / 720)}`;
  await insert(
    'syntheses',
    half,
    `insert into parlance.syntheses (request_id, app_id, kind, status, text, characters, credits, voice_code, output_format, speed,
       done_characters, failed_attempts, forgiven_starts, created_at, started_at, finished_at, audio)
     select 's-' || lpad(n::text, 9, '0'), ${appOf('n')}, 'batch', case when ${isUnderWay} then 'PROCESSING' when n % 30 = 0 then 'FAILED' else 'COMPLETED' end,
       '"What is said in some sixty letters, as most of the texts have"', 62, 62, 'joe', '{"container":"mp3","sampleRateHz":16000,"bitrateKbps":128}', 1,
       62, 0, 0, ${timeOf('n', half)}, ${timeOf('n', half)}, case when not (${isUnderWay}) then ${timeOf('n', half)} + interval '2 seconds' end,
       case when n > ${half} * 9 / 10 and not (${isUnderWay}) then '{"objectName":"a.mp3"}'::json end`,
  );
  await insert(
    'transcriptions',
    half,
    `insert into parlance.transcriptions (transcript_id, app_id, kind, status, transcript, utterances, audio_duration_seconds, failed_attempts,
       forgiven_starts, created_at, started_at, finished_at)
     select 't-' || lpad(n::text, 9, '0'), ${appOf('n')}, 'live', case when ${isUnderWay} then 'PROCESSING' else 'COMPLETED' end, '"what was said"', '[]', 4, 0, 0,
       ${timeOf('n', half)}, ${timeOf('n', half)}, case when not (${isUnderWay}) then ${timeOf('n', half)} + interval '2 seconds' end`,
  );
  await insert(
    'ledger_entries',
    entries,
    `insert into parlance.ledger_entries (entry_id, app_id, unit, kind, amount, reference, at, epoch)
     select 'e-' || lpad(n::text, 9, '0'), ${appOf('n / 4')}, case when n % 2 = 0 then 'credits' else 'seconds' end, case when n % 4 < 2 then 'reserve' else 'release' end,
       -1, 's-' || lpad((n / 4)::text, 9, '0'), ${timeOf('n', entries)}, 1`,
  );
  await insert(
    'webhook_deliveries',
    deliveries,
    `insert into parlance.webhook_deliveries (delivery_id, app_id, request_id, url, body, state, attempts, created_at, ended_at)
     select 'd-' || lpad(n::text, 9, '0'), ${appOf('n')}, 's-' || lpad(n::text, 9, '0'), 'https://example.org/hook', '{"request_id":"s"}',
       case when n % 1000 = 0 then 'dead' when n > ${deliveries} - 500 then 'pending' else 'delivered' end, '[]', ${timeOf('n', deliveries)},
       case when n <= ${deliveries} - 500 then ${timeOf('n', deliveries)} end`,
  );
  for (const [table, type] of [
    ['syntheses', 'synthesis'],
    ['transcriptions', 'transcription'],
  ])
    await run(`insert into parlance.tallies (app_id, type, status, at, amount)
      select coalesce(app_id, ''), '${type}', status, at, count(*)
      from (select app_id, status, date_trunc('hour', created_at, 'UTC') as at from parlance.${table}) as rows
      group by grouping sets ((app_id, status, at), (status, at))`);
  await run('vacuum (analyze) parlance.tallies');
  await addWaitingJobs(database, waitingJobs);
}

/** Adds due synthesis jobs of many apps, none of which is running. */
export async function addWaitingJobs({ executeSql }: SqlExecutor, count: number): Promise<void> {
  const { rows } = await executeSql(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'pgboss' and table_name = 'job_common' and column_name not in ('id', 'singleton_key', 'data', 'group_id') and is_generated = 'NEVER'`,
  );
  const { names } = rows[0] as { readonly names: string };
  await executeSql(`insert into pgboss.job (id, singleton_key, data, group_id, ${names})
    select gen_random_uuid(), 'waiting-' || n, json_build_object('id', 'waiting-' || n), 'app-' || n % 1000, ${names}
    from (select * from pgboss.job where name = 'synthesis' limit 1) as sample, generate_series(1, ${count}) as n`);
  await executeSql('vacuum (analyze) pgboss.job');
}
