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
  missing: 'the next start makes its tables',
  older: 'the next start brings its tables up to date',
  current: 'its tables are up to date',
  ahead: 'its tables are of a newer version, beside which this one works',
  newer: 'its tables are of a newer version',
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
      `A process of the role ${roles.join()} shares its jobs with others, which an embedded database can't.`,
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

/** Of a disk, of rights, of another owner, of a newer version the message says what to do; of damaged files nobody can. */
function remedyOf({ code, message, details }: SpeechError, dataDir: string): string {
  const isExplained =
    code !== 'STORAGE_FAILED' || details.reason === 'ELOCKED' || details.reason === 'NEWER_DATABASE';
  if (isExplained) return message;
  return `Put a copy of ${join(dataDir, 'database')} back, or move the folder away to begin with an empty database.`;
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
