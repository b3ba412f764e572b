import { type Kysely, sql } from 'kysely';

/** Keeps all secrets of an app that still sign, instead of only the last one. */
export async function listRetiredSecrets(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

const STATEMENTS = [
  `alter table parlance.apps add column retired_webhook_secrets json not null default '[]'`,
  `update parlance.apps set retired_webhook_secrets = json_build_array(json_build_object(
    'secret', retired_webhook_secret ->> 'secret',
    'until', retired_webhook_secret ->> 'until',
    'rotationId', gen_random_uuid()
  )) where retired_webhook_secret is not null`,
  'alter table parlance.apps drop column retired_webhook_secret',
];
