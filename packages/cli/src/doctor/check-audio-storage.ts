import { existsSync } from 'node:fs';
import { SpeechError } from '@parlance/core/errors';
import { examineAudioFolder, examineDisk } from '@parlance/storage';
import { examineBucket } from '@parlance/storage-s3';
import { openDataFolder } from '@parlance/storage-sql/data-folder';
import { findUnreachableAudio } from '../settings/unreachable-audio.ts';
import { findServer } from '../storage/server-record.ts';
import type { Check, Finding } from './check.ts';

const SUBJECT = 'audio storage';
const GIGABYTE = 1_000_000_000;

export const checkAudioStorage: Check = async (settings) => {
  const unreachable = findUnreachableAudio(settings);
  if (unreachable !== undefined) return bad(unreachable.finding, unreachable.remedy);
  const { dataDir, audioUrl } = settings;
  try {
    const isOwnedElsewhere = (await findServer(dataDir)) !== undefined;
    const claimsFolder = audioUrl === undefined && !isOwnedElsewhere && existsSync(dataDir);
    const folder = claimsFolder ? await openDataFolder(dataDir) : undefined;
    try {
      if (audioUrl !== undefined) await examineBucket(audioUrl);
      else if (!isOwnedElsewhere) await examineAudioFolder(dataDir);
      const found = await examineDisk(dataDir);
      const place =
        audioUrl === undefined ? 'The data folder' : 'The bucket of AUDIO_URL works; the data folder';
      const [free, reserve] = [found.freeBytes, found.reserveBytes].map((bytes) =>
        (bytes / GIGABYTE).toFixed(1),
      );
      const finding = `${place} has ${free} GB free, of which ${reserve} GB are reserved and not used for uploads.`;
      return { subject: SUBJECT, state: 'good', finding };
    } finally {
      await folder?.release();
    }
  } catch (error) {
    const place = audioUrl === undefined ? 'The data folder' : 'The bucket of AUDIO_URL or the data folder';
    return bad(`${place} can't store audio.`, SpeechError.from(error).message);
  }
};

function bad(finding: string, remedy: string): Finding {
  return { subject: SUBJECT, state: 'bad', finding, remedy };
}
