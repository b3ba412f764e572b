import { startPostgresServer } from '../../../packages/storage-sql/test/postgres-server.ts';
import type { Variant } from '../../runner/contract.ts';
import { openKillUnderLoad } from '../kill-under-load.ts';
import { KILLS } from '../kills.ts';

/** A PostgreSQL server beside the service; it lives on when the service is killed. */
export const postgresql: Variant = {
  async open() {
    const server = await startPostgresServer({ isDurable: true });
    return openKillUnderLoad({
      kills: KILLS,
      environment: { DATABASE_URL: server.url },
      close: server.remove,
    });
  },
};
