import type { AppLine } from '../../api/wire.ts';

type ShownApp = Pick<AppLine, 'name' | 'ttsConcurrency' | 'sttConcurrency' | 'requestsPerMinute'>;

/** The values of the fields. */
export interface LimitFields {
  readonly name: string;
  readonly tts: string;
  readonly stt: string;
  /** Empty: no limit. */
  readonly rate: string;
}

/** The changes to send to the API. */
export interface LimitChanges {
  readonly name?: string;
  readonly ttsConcurrency?: number;
  readonly sttConcurrency?: number;
  readonly requestsPerMinute?: number | null;
}

export function fieldsOf({ name, ttsConcurrency, sttConcurrency, requestsPerMinute }: ShownApp): LimitFields {
  return {
    name,
    tts: String(ttsConcurrency),
    stt: String(sttConcurrency),
    rate: String(requestsPerMinute ?? ''),
  };
}

/**
 * Compares the fields with the app that they were filled from.
 *
 * @returns only what the user changed, since another tab or the command line may have changed the rest meanwhile
 */
export function changedLimits(shown: ShownApp, fields: LimitFields): LimitChanges {
  const name = fields.name.trim();
  const tts = Number(fields.tts);
  const stt = Number(fields.stt);
  const rate = fields.rate === '' ? null : Number(fields.rate);
  return {
    ...(name === shown.name.trim() ? {} : { name }),
    ...(tts === shown.ttsConcurrency ? {} : { ttsConcurrency: tts }),
    ...(stt === shown.sttConcurrency ? {} : { sttConcurrency: stt }),
    ...(rate === (shown.requestsPerMinute ?? null) ? {} : { requestsPerMinute: rate }),
  };
}
