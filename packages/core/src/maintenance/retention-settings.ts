import { z } from 'zod';
import { SETTING_LIMITS } from '../limits/setting-limits.ts';

const { transcriptDays, requestDays } = SETTING_LIMITS;

const days = ({ least, most }: { readonly least: number; readonly most: number }) => {
  const message = `must be null or a whole number of days from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message).nullable();
};

/** How long what is not audio is kept after its end; `null`: for good. The ledger is always kept. */
export const retentionSettings = z
  .strictObject({
    /** Transcripts, of every kind. After it Get transcript does not find them. */
    transcriptDays: days(transcriptDays).default(transcriptDays.default),
    /** Records of syntheses, for the report. Their audio is deleted after 3 days whatever is said here. */
    requestDays: days(requestDays).default(requestDays.default),
  })
  .prefault({});
export type RetentionSettings = z.output<typeof retentionSettings>;
