import type { App } from '../accounts/app.ts';
import type { Submitted } from '../requests/idempotency.ts';
import { type TranscribeShortPorts, transcribeShort } from './transcribe-short.ts';
import type { TranscriptRecord } from './transcript-record.ts';
import type { SubmitTranscriptionOptions } from './transcription-options.ts';

/**
 * Recognizes a short recording at once.
 *
 * @param wav a whole WAV file
 * @throws SpeechError see {@link SpeechService.transcribeShortBytes}
 */
export async function transcribeShortBytes(
  ports: TranscribeShortPorts,
  wav: Uint8Array,
  app: App,
  options: SubmitTranscriptionOptions = {},
): Promise<Submitted<TranscriptRecord>> {
  return transcribeShort(ports, { field: 'audioContent', load: async () => wav }, { app, options });
}
