import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { SynthesisRecord } from '../../requests/records/synthesis-record.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { AudioLinks } from './audio-links.ts';

/** A batch synthesis as Get request and the legacy endpoint return it. */
export interface SynthesisView {
  readonly record: SynthesisRecord;
  /**
   * Signed now and valid for three minutes; present if the audio is stored. An absolute address, or a path (`/v1/audio/…`) to which
   * the HTTP adapter adds its public address.
   */
  readonly audioLink?: string;
  /** The same for the times of words, if they were requested: JSON, and WebVTT. */
  readonly wordsLink?: string;
  readonly subtitlesLink?: string;
}

/** What looking up batch syntheses and their results needs. */
export interface SynthesisLookup extends DatedRecords {
  readonly links: Pick<AudioLinks, 'linkTo'>;
}

const RETENTION_MS = LIMITS.audioLink.retentionDays * 24 * 3_600_000;

/**
 * A batch synthesis as its app may see it, with a new link.
 *
 * @throws SpeechError `REQUEST_NOT_FOUND` if it is unknown or another app's, or its audio was deleted or has expired
 */
export async function getSynthesis(
  { records, clock, links }: SynthesisLookup,
  requestId: string,
  app: Pick<App, 'appId'>,
): Promise<SynthesisView> {
  const record = await records.syntheses.get(requestId);
  if (record === undefined || record.appId !== app.appId || record.kind === 'live') throw notFound(requestId);
  if (record.status !== 'COMPLETED') return { record };
  if (record.audio === null || isPastRetention(record, clock.now())) throw notFound(requestId);
  const { objectName, words } = record.audio;
  const audioLink = await links.linkTo(objectName);
  if (words === undefined) return { record, audioLink };
  const wordsLink = await links.linkTo(words.jsonName);
  return { record, audioLink, wordsLink, subtitlesLink: await links.linkTo(words.vttName) };
}

/** Expired audio does not exist for callers, whether or not housekeeping has deleted it already. */
function isPastRetention({ finishedAt }: SynthesisRecord, nowMs: number): boolean {
  return finishedAt !== null && nowMs > Date.parse(finishedAt) + RETENTION_MS;
}

function notFound(requestId: string): SpeechError {
  return new SpeechError('REQUEST_NOT_FOUND', `Request ${requestId.slice(0, 64)} was not found.`, {
    field: 'requestId',
  });
}
