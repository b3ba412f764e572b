import { type Kysely, sql } from 'kysely';

/** Uses of client tokens with a limit. */
export async function addClientTokens(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `create table parlance.client_tokens (
    client_token_id text collate "C" primary key,
    uses integer not null,
    expires_at timestamptz not null
  )`,
  'create index client_tokens_expired on parlance.client_tokens (expires_at)',
];
