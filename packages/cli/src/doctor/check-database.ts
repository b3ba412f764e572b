import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { hasEveryRole, type ServerSettings } from '@parlance/core/settings';
import { type DatabaseExamination, examineDatabase } from '@parlance/storage-sql';
import { findServer } from '../storage/server-record.ts';
import { withDataFolder } from '../storage/with-data-folder.ts';
import type { Check, Finding } from './check.ts';

const SUBJECT = 'database';
const TABLES: Readonly<Record<DatabaseExamination['tables'], string>> = {
  missing: 'the next start creates its tables',
  older: 'the next start updates its tables',
  current: 'its tables are up to date',
  ahead: 'its tables are from a newer version, which this version works with',
  newer: 'its tables are from a newer version',
};

export const checkDatabase: Check = (settings) =>
  settings.databaseUrl === undefined ? checkEmbedded(settings) : checkServer(settings.databaseUrl);

async function checkServer(url: string): Promise<Finding> {
  try {
    const found = await examineDatabase({ url });
    return good(`PostgreSQL ${describe(found)}`);
  } catch (error) {
    return bad("The database of DATABASE_URL can't be used.", SpeechError.from(error).message);
  }
}

async function checkEmbedded({ dataDir, roles }: ServerSettings): Promise<Finding> {
  if (!hasEveryRole(roles)) {
    return bad(
      `A process with only the role ${roles.join()} needs a database that it shares with others; the embedded one cannot be shared.`,
      'Set DATABASE_URL to a PostgreSQL database that all of them share, or PARLANCE_ROLES to api,worker.',
    );
  }
  if ((await findServer(dataDir)) !== undefined)
    return good('The embedded database is in use by the running service.');
  if (!existsSync(join(dataDir, 'database'))) return good('The first start creates an embedded database.');
  try {
    const found = await withDataFolder(dataDir, ({ path }) => examineDatabase({ folder: path }));
    return good(`The embedded database, PostgreSQL ${describe(found)}`);
  } catch (error) {
    return bad(
      `The embedded database in ${dataDir} can't be opened.`,
      remedyOf(SpeechError.from(error), dataDir),
    );
  }
}

/** Errors about the disk, permissions, another owner or a newer version already say what to do. For damaged files only a copy helps. */
function remedyOf({ code, message, details }: SpeechError, dataDir: string): string {
  const isExplained =
    code !== 'STORAGE_FAILED' || details.reason === 'ELOCKED' || details.reason === 'NEWER_DATABASE';
  if (isExplained) return message;
  return `Restore ${join(dataDir, 'database')} from a copy, or move the folder away to start with an empty database.`;
}

function describe(found: DatabaseExamination | undefined): string {
  if (found === undefined) return 'is gone.';
  return `${found.version}, answers in ${found.latencyMs.toFixed(1)} ms; ${TABLES[found.tables]}.`;
}

function good(finding: string): Finding {
  return { subject: SUBJECT, state: 'good', finding };
}

function bad(finding: string, remedy: string): Finding {
  return { subject: SUBJECT, state: 'bad', finding, remedy };
}
