import type { Variant } from '../../runner/contract.ts';
import { startPostgres } from '../../service/postgres-cluster.ts';
import { openKillUnderLoad } from '../kill-under-load.ts';

/** A PostgreSQL server beside the service; it lives on when the service is killed. */
export const postgresql: Variant = {
  async open() {
    const cluster = await startPostgres();
    return openKillUnderLoad({ DATABASE_URL: cluster.url }, cluster.stop);
  },
};
