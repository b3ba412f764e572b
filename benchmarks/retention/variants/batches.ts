import { expiring } from '../expire-deliveries.ts';

const FIND = `select * from parlance.webhook_deliveries where ended_at < now() - interval '30 days' order by ended_at, delivery_id limit 100`;

/** As the service does it: a hundred are read, and deleted by one statement. */
export const batches = expiring(
  async ({ executeSql }) => {
    const { rows } = await executeSql(FIND);
    const ids = rows.map(({ delivery_id: id }) => id);
    await executeSql('delete from parlance.webhook_deliveries where delivery_id = any($1)', [ids]);
    return rows.length;
  },
  async () => undefined,
);
