import { describe, expect, it } from 'vitest';
import { retentionSettings } from './retention-settings.ts';

describe('how long records are kept', () => {
  it('is a month for transcripts, three for requests, and forever for the ledger by default', () => {
    const defaults = { transcriptDays: 30, requestDays: 90, ledgerDays: null };
    expect([retentionSettings.parse(undefined), retentionSettings.parse({})]).toEqual([defaults, defaults]);
  });

  it.each([
    { transcriptDays: 1, requestDays: 3, ledgerDays: 30 },
    { transcriptDays: 36_500, requestDays: 36_500, ledgerDays: 36_500 },
    { transcriptDays: null, requestDays: null, ledgerDays: null },
  ])('may be %j', (settings) => {
    expect(retentionSettings.parse(settings)).toEqual(settings);
  });

  it.each([
    { transcriptDays: 0 },
    { transcriptDays: 36_501 },
    { transcriptDays: 1.5 },
    { requestDays: 2 },
    { ledgerDays: 29 },
    { ledgerDays: '30' },
    { days: 3 },
  ])('may not be %j', (settings) => {
    expect(retentionSettings.safeParse(settings)).toMatchObject({ success: false });
  });
});
