import type { App } from '../accounts/app.ts';
import type { Submitted } from '../requests/idempotency.ts';
import { type TranscribeAtOncePorts, transcribeAtOnce } from './transcribe-at-once.ts';
import type { TranscriptRecord } from './transcript-record.ts';
import type { SubmitTranscriptionOptions } from './transcription-options.ts';

/**
 * Recognizes a short recording at once.
 *
 * @param wav a whole WAV file
 * @throws SpeechError see {@link SpeechService.transcribeLive}
 */
export async function transcribeLive(
  ports: TranscribeAtOncePorts,
  wav: Uint8Array,
  app: App,
  options: SubmitTranscriptionOptions = {},
): Promise<Submitted<TranscriptRecord>> {
  return transcribeAtOnce(ports, { field: 'audioContent', load: async () => wav }, { app, options });
}
