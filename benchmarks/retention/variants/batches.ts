import { EXPIRED_BEFORE, expiring } from '../expire-requests.ts';

const FIND = `select * from parlance.syntheses where finished_at < ${EXPIRED_BEFORE} order by finished_at, request_id limit 100`;

/** As the service does it: a hundred are read, and deleted by one statement. */
export const batches = expiring({
  prepare: async () => undefined,
  whereId: 'request_id = $1',
  async expire({ executeSql }) {
    const { rows } = await executeSql(FIND);
    const ids = rows.map(({ request_id: id }) => id);
    await executeSql('delete from parlance.syntheses where request_id = any($1)', [ids]);
    return rows.length;
  },
});
