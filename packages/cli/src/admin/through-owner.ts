import { SpeechError } from '@parlance/core/errors';
import type { ServerSettings } from '@parlance/core/settings';
import { findServer, type RunningServer } from '../storage/server-record.ts';
import { type AdminAddress, ServerGone } from './call-admin.ts';

/** Enough for other commands on the same folder, which take a few seconds each, and for a starting server to write its record. */
const LONGEST_WAIT_MS = 60_000;

/** The two ways to reach the contents of a data folder. */
export interface OwnerWays<Result> {
  remote(server: AdminAddress): Promise<Result>;
  /** Retried while another process owns the folder. */
  local(): Promise<Result>;
}

/** Uses the server that owns the data folder, or the folder itself if no server runs. */
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
      // A server that has just ended may have left its record; the folder is free, or soon will be.
      if (error instanceof ServerGone) return local();
      if (!isFolderTaken(error) || performance.now() > deadlineMs) throw error;
    }
  }
}

function adminAddressOf({ url, adminToken }: RunningServer): AdminAddress {
  if (adminToken !== null) return { url, adminToken };
  throw new SpeechError(
    'STORAGE_FAILED',
    'A worker uses this data folder; choose another one with PARLANCE_DATA_DIR, and keep DATABASE_URL.',
    { reason: 'WORKER' },
  );
}

/** This error comes only after the folder has stayed locked for some seconds. */
function isFolderTaken(error: unknown): boolean {
  return SpeechError.is(error) && error.details.reason === 'ELOCKED';
}
