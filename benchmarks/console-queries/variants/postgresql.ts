import { startPostgresServer } from '../../../packages/storage-sql/test/postgres-server.ts';
import type { Variant } from '../../runner/contract.ts';
import { openFilled } from '../ask-service.ts';

/** A PostgreSQL server with the settings that it comes with. */
export const postgresql: Variant = {
  async open() {
    const server = await startPostgresServer();
    return openFilled(server.url, server.remove);
  },
};
