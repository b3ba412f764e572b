import type { App } from '../../domain/apps/app.ts';
import type { SubmitTranscriptionOptions, Submitted, TranscriptRecord } from '../../ports/speech-service.ts';
import { type TranscribeAtOncePorts, transcribeAtOnce } from './transcribe-at-once.ts';

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
