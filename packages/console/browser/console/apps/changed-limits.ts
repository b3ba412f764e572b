import type { AppLine } from '../../api/wire.ts';

type ShownApp = Pick<AppLine, 'name' | 'ttsConcurrency' | 'sttConcurrency' | 'requestsPerMinute'>;

/** What stands in the fields. */
export interface LimitFields {
  readonly name: string;
  readonly tts: string;
  readonly stt: string;
  /** Empty: no limit. */
  readonly rate: string;
}

/** What the API is asked to change. */
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
 * @returns what a person changed, and nothing else: another tab or the command line may have changed the rest meanwhile
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
