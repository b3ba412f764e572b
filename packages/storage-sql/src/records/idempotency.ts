import { SpeechError } from '@parlance/core/errors';
import type { IdempotencyTable, IdempotentAnswer } from '@parlance/core/requests';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Columns, fromRow, json, plain, time, toRow } from './columns.ts';

const COLUMNS: Columns<IdempotentAnswer> = {
  appId: plain('app_id'),
  path: plain('path'),
  key: plain('key'),
  bodyHash: plain('body_hash'),
  answer: json('answer'),
  expiresAt: time('expires_at'),
};

type Claim = Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>;

/** A claim that is released between our two statements so many times in a row is no coincidence. */
const MAX_CLAIM_TRIES = 5;

export function createIdempotencyTable(kysely: Kysely<Schema>): IdempotencyTable {
  const one = (query: { readonly claim: Claim }) =>
    ({ app_id: query.claim.appId, path: query.claim.path, key: query.claim.key }) as const;
  return {
    async claim(answer, nowIso) {
      for (let tries = 0; tries < MAX_CLAIM_TRIES; tries++) {
        if (await take(kysely, answer, nowIso)) return undefined;
        const earlier = await find(kysely, answer);
        if (earlier !== undefined) return earlier;
      }
      throw new SpeechError('STORAGE_FAILED', 'The Idempotency-Key changes too fast; repeat the request.', {
        reason: 'CONTENDED_KEY',
      });
    },
    async complete(claim, answer) {
      await kysely
        .updateTable('idempotent_answers')
        .set({ answer: JSON.stringify(answer ?? null) })
        .where((is) => is.and(one({ claim })))
        .execute();
    },
    async forget(claim) {
      await kysely
        .deleteFrom('idempotent_answers')
        .where((is) => is.and(one({ claim })))
        .where('answer', 'is', null)
        .execute();
    },
    async removeExpired(nowIso) {
      await kysely.deleteFrom('idempotent_answers').where('expires_at', '<', new Date(nowIso)).execute();
    },
  };
}

/** A single statement, which waits for an uncommitted claim of the same key. */
async function take(kysely: Kysely<Schema>, answer: IdempotentAnswer, nowIso: string): Promise<boolean> {
  const row = toRow(COLUMNS, answer) as never;
  const taken = await kysely
    .insertInto('idempotent_answers')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'path', 'key'])
        .doUpdateSet(row)
        .where('idempotent_answers.expires_at', '<', new Date(nowIso)),
    )
    .returning('idempotent_answers.key')
    .executeTakeFirst();
  return taken !== undefined;
}

async function find(
  kysely: Kysely<Schema>,
  { appId, path, key }: Claim,
): Promise<IdempotentAnswer | undefined> {
  const row = await kysely
    .selectFrom('idempotent_answers')
    .selectAll()
    .where('app_id', '=', appId)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && fromRow(COLUMNS, { ...row });
}
