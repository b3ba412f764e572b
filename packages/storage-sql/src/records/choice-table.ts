import { type ChoiceTable, NO_CHOICES } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** The key of the only row. */
const NAME = 'speech';

export function createChoiceTable(kysely: Kysely<Schema>): ChoiceTable {
  return {
    async newerThan(revision) {
      const row = await kysely
        .selectFrom('speech_choices')
        .select(['revision', 'choices'])
        .where('name', '=', NAME)
        .where('revision', '>', revision)
        .executeTakeFirst();
      return row && { ...NO_CHOICES, ...row.choices, revision: row.revision };
    },
    async change(edit) {
      const { revision: _none, ...none } = NO_CHOICES;
      // The statement locks the row until the end of the transaction, or creates it.
      const { revision, choices } = await kysely
        .insertInto('speech_choices')
        .values({ name: NAME, revision: 1, choices: JSON.stringify(none) })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet(({ ref }) => ({ revision: ref('speech_choices.revision') })),
        )
        .returning(['revision', 'choices'])
        .executeTakeFirstOrThrow();
      const now = { ...NO_CHOICES, ...choices, revision };
      const { revision: _same, ...next } = { ...now, ...edit(now) };
      await kysely
        .updateTable('speech_choices')
        .set({ revision: revision + 1, choices: JSON.stringify(next) })
        .where('name', '=', NAME)
        .execute();
      return { ...next, revision: revision + 1 };
    },
  };
}
