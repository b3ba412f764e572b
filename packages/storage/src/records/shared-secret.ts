import type { Database } from '../database/database.ts';
import { databaseError } from '../database/database-error.ts';

/**
 * A secret that every process on the database shares: the first one to ask makes it, whoever comes later gets the same.
 *
 * @param make its proposal is dropped when another process was faster
 * @throws SpeechError `STORAGE_FAILED`, or what `make` throws
 */
export async function shareSecret<Secret extends object>(
  { kysely }: Database,
  name: string,
  make: () => Promise<Secret>,
): Promise<Secret> {
  const find = () =>
    kysely.selectFrom('shared_secrets').select('secret').where('name', '=', name).executeTakeFirst();
  try {
    const known = await find();
    if (known !== undefined) return known.secret as Secret;
    await kysely
      .insertInto('shared_secrets')
      .values({ name, secret: JSON.stringify(await make()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    return (await find())?.secret as Secret;
  } catch (cause) {
    throw databaseError(cause);
  }
}
