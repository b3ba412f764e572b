import { z } from 'zod';
import { LIMITS } from '../limits/limits.ts';

const days = (least: number) => {
  const message = `must be null or a whole number of days from ${least} to 36500`;
  return z.int(message).min(least, message).max(36_500, message).nullable();
};

/** How long what is not audio is kept after its end; `null`: for good. The ledger is always kept. */
export const retentionSettings = z
  .strictObject({
    /** Transcripts, of every kind. After it Get transcript does not find them. */
    transcriptDays: days(1).default(30),
    /** Records of syntheses, for the report. Their audio is deleted after 3 days whatever is said here. */
    requestDays: days(LIMITS.audioLink.retentionDays).default(90),
  })
  .prefault({});
export type RetentionSettings = z.output<typeof retentionSettings>;
