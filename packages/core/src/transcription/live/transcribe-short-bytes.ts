import type { App } from '../../accounts/app.ts';
import type { Submitted } from '../../requests/idempotency/idempotency.ts';
import type { SubmitTranscriptionOptions } from '../request/transcription-options.ts';
import type { TranscriptRecord } from '../results/transcript-record.ts';
import type { LiveTranscriber } from './live-transcriber.ts';
import { transcribeShort } from './transcribe-short.ts';

/**
 * Recognizes a short recording at once.
 *
 * @param wav a whole WAV file
 * @throws SpeechError see {@link SpeechService.transcribeShortBytes}
 */
export async function transcribeShortBytes(
  transcriber: LiveTranscriber,
  wav: Uint8Array,
  app: App,
  options: SubmitTranscriptionOptions = {},
): Promise<Submitted<TranscriptRecord>> {
  return transcribeShort(transcriber, { field: 'audioContent', load: async () => wav }, { app, options });
}
