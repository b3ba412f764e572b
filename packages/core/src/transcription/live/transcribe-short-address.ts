import type { App } from '../../accounts/app.ts';
import { concatBytes } from '../../audio/concat-bytes.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { Submitted } from '../../requests/idempotency/idempotency.ts';
import { fetchAtAddress } from '../fetch-at-address.ts';
import type { SubmitTranscriptionOptions } from '../request/transcription-options.ts';
import type { TranscriptRecord } from '../results/transcript-record.ts';
import type { LiveTranscriber } from './live-transcriber.ts';
import { transcribeShort } from './transcribe-short.ts';

/**
 * Recognizes a short recording at an address. It is fetched into memory, within the size limit, once the app has a
 * slot.
 *
 * @throws SpeechError see {@link SpeechService.transcribeShortAddress}
 */
export async function transcribeShortAddress(
  transcriber: LiveTranscriber,
  url: string,
  app: App,
  options: SubmitTranscriptionOptions = {},
): Promise<Submitted<TranscriptRecord>> {
  const limit = {
    limitBytes: LIMITS.transcription.liveFileBytes,
    where: ' in mode "sync"',
    signal: options.signal,
  };
  const load = async (): Promise<Uint8Array> =>
    concatBytes(await Array.fromAsync(fetchAtAddress(transcriber.egress, url, limit)));
  const check = () => transcriber.egress.check(url, 'audioUrl');
  return transcribeShort(transcriber, { field: 'audioUrl', check, load }, { app, options });
}
