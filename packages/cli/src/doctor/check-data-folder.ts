import { SpeechError } from '@parlance/core';
import { openDataFolder } from '@parlance/storage';
import { findServer } from '../server/server-record.ts';
import type { Check } from './check.ts';

export const checkDataFolder: Check = async ({ dataDir, adminToken }) => {
  const subject = 'data folder';
  if ((await findServer(dataDir, adminToken)) !== undefined) {
    return { subject, state: 'good', finding: `${dataDir} is in use by the service that runs.` };
  }
  try {
    const folder = await openDataFolder(dataDir);
    try {
      await folder.writeJson('doctor.json', { checkedAt: new Date().toISOString() });
      return { subject, state: 'good', finding: `${folder.path} can be written.` };
    } finally {
      await folder.release();
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
