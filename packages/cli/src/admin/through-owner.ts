import { SpeechError } from '@parlance/core/errors';
import type { ServerSettings } from '@parlance/core/settings';
import { findServer, type RunningServer } from '../storage/server-record.ts';
import { type AdminAddress, ServerGone } from './call-admin.ts';

/** Other commands on the same folder each take a few seconds; a server that starts has written its record by then. */
const LONGEST_WAIT_MS = 60_000;

/** The two ways to what a data folder holds. */
export interface OwnerWays<Result> {
  remote(server: AdminAddress): Promise<Result>;
  /** May find the folder taken; it is then tried again. */
  local(): Promise<Result>;
}

/** Goes to the server that owns the data folder, or to the folder itself when none runs. */
export async function throughOwner<Result>(
  settings: Pick<ServerSettings, 'dataDir'>,
  { remote, local }: OwnerWays<Result>,
): Promise<Result> {
  const deadlineMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      const server = await findServer(settings.dataDir);
      return server === undefined ? await local() : await remote(adminAddressOf(server));
    } catch (error) {
      // A server that ended a moment ago may have left its record: the folder is free, or will be.
      if (error instanceof ServerGone) return local();
      if (!isFolderTaken(error) || performance.now() > deadlineMs) throw error;
    }
  }
}

function adminAddressOf({ url, adminToken }: RunningServer): AdminAddress {
  if (adminToken !== null) return { url, adminToken };
  throw new SpeechError(
    'STORAGE_FAILED',
    'A worker uses this data folder; choose another one with PARLANCE_DATA_DIR, beside the same DATABASE_URL.',
    { reason: 'WORKER' },
  );
}

/** Told after it was seen for some seconds that the owner stays. */
function isFolderTaken(error: unknown): boolean {
  return SpeechError.is(error) && error.details.reason === 'ELOCKED';
}
