import { z } from 'zod';
import { SETTING_LIMITS } from '../limits/setting-limits.ts';

const { transcriptDays, requestDays, ledgerDays } = SETTING_LIMITS;

const days = ({ least, most }: { readonly least: number; readonly most: number }) => {
  const message = `must be null or a whole number of days from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message).nullable();
};

/** How long records other than audio are kept after they end; `null`: forever. */
export const retentionSettings = z
  .strictObject({
    /** Transcripts of every kind. After that Get transcript does not find them. */
    transcriptDays: days(transcriptDays).default(transcriptDays.default),
    /** Records of syntheses, for the report. Their audio is always deleted after 3 days. */
    requestDays: days(requestDays).default(requestDays.default),
    /** Whole UTC days that rows of the ledger stay in the database; then they move to files in the audio store, which are kept forever. */
    ledgerDays: days(ledgerDays).default(ledgerDays.default),
  })
  .prefault({});
export type RetentionSettings = z.output<typeof retentionSettings>;
