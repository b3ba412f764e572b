import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import { openDataFolder } from '@parlance/storage-sql/data-folder';
import { findServer } from '../storage/server-record.ts';
import type { Check } from './check.ts';

const PROBE = 'doctor.json';

export const checkDataFolder: Check = async ({ dataDir }) => {
  const subject = 'data folder';
  if ((await findServer(dataDir)) !== undefined) {
    return { subject, state: 'good', finding: `${dataDir} is in use by the running service.` };
  }
  const isNew = !existsSync(dataDir);
  try {
    const folder = await openDataFolder(dataDir);
    try {
      await folder.writeJson(PROBE, { checkedAt: new Date().toISOString() });
      await folder.remove(PROBE);
      return { subject, state: 'good', finding: `${folder.path} can be written.` };
    } finally {
      await folder.release();
      // A check must leave nothing behind.
      if (isNew) await rmdir(dataDir);
    }
  } catch (error) {
    return {
      subject,
      state: 'bad',
      finding: `${dataDir} can't be used.`,
      remedy: SpeechError.from(error).message,
    };
  }
};
