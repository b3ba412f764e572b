import type { App } from '../accounts/app.ts';
import { concatBytes } from '../audio/concat-bytes.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Submitted } from '../requests/idempotency.ts';
import { fetchAtAddress } from './fetch-at-address.ts';
import { type TranscribeAtOncePorts, transcribeAtOnce } from './transcribe-at-once.ts';
import type { TranscriptRecord } from './transcript-record.ts';
import type { SubmitTranscriptionOptions } from './transcription-options.ts';

/**
 * Recognizes a short recording that lies at an address. It is fetched into memory, below the size limit, once the app has a
 * slot.
 *
 * @throws SpeechError see {@link SpeechService.transcribeAddress}
 */
export async function transcribeAddress(
  ports: TranscribeAtOncePorts,
  url: string,
  app: App,
  options: SubmitTranscriptionOptions = {},
): Promise<Submitted<TranscriptRecord>> {
  await ports.egress.check(url, 'audioUrl');
  const limit = {
    limitBytes: LIMITS.transcription.liveFileBytes,
    where: ' in mode "sync"',
    signal: options.signal,
  };
  const load = async (): Promise<Uint8Array> =>
    concatBytes(await Array.fromAsync(fetchAtAddress(ports.egress, url, limit)));
  return transcribeAtOnce(ports, { field: 'audioUrl', load }, { app, options });
}
