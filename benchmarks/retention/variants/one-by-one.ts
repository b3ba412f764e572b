import { expiring } from '../expire-deliveries.ts';

const FIND = `select * from parlance.webhook_deliveries where ended_at < now() - interval '30 days' order by ended_at, delivery_id limit 100`;

/** Each row by a statement of its own. */
export const oneByOne = expiring(
  async ({ executeSql }) => {
    const { rows } = await executeSql(FIND);
    for (const { delivery_id: id } of rows)
      await executeSql('delete from parlance.webhook_deliveries where delivery_id = $1', [id]);
    return rows.length;
  },
  async () => undefined,
);
