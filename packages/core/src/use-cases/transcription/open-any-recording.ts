import { SpeechError } from '../../domain/errors/speech-error.ts';
import type { AudioReader, AudioRecording } from '../../ports/audio-reader.ts';
import type { Transcoder } from '../../ports/transcoder.ts';

export interface OpenAnyRecordingPorts {
  readonly reader: AudioReader;
  readonly transcoder: Pick<Transcoder, 'decode' | 'isAvailable'>;
}

/** It is read as fast as it is recognized: hours, for the longest on a small machine. */
const DECODE_TIMEOUT_MS = 21_600_000;

/**
 * Opens a recording of any format: WAV by ourselves, the rest by ffmpeg. ffmpeg reads it twice, first to learn its length, so
 * that what is wrong with it shows, and its seconds are covered, before anything is recognized.
 *
 * @param path of the file
 * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `TRANSCODER_FAILED`, `ABORTED`
 */
export async function openAnyRecording(
  { reader, transcoder }: OpenAnyRecordingPorts,
  path: string,
  { rateHz, signal }: { readonly rateHz: number; readonly signal?: AbortSignal | undefined },
): Promise<AudioRecording> {
  try {
    return await reader.open(path);
  } catch (cause) {
    const error = SpeechError.from(cause);
    // A WAV file without samples is read well: ffmpeg would take what follows for them.
    if (error.code !== 'AUDIO_NOT_READABLE' || error.details.reason === 'no-samples') throw error;
    if (!(await transcoder.isAvailable())) throw withoutTranscoder(error);
  }
  const stop = signal === undefined ? {} : { signal };
  let frames = 0;
  for await (const samples of transcoder.decode(path, { sampleRateHz: rateHz, ...stop }))
    frames += samples.length;
  return {
    sampleRateHz: rateHz,
    channels: 1,
    frames,
    samples: (sampleRateHz) =>
      transcoder.decode(path, { sampleRateHz, timeoutMs: DECODE_TIMEOUT_MS, ...stop }),
    close: async () => undefined,
  };
}

function withoutTranscoder({ message, details }: SpeechError): SpeechError {
  return new SpeechError(
    'AUDIO_NOT_READABLE',
    `${message} Formats other than WAV need ffmpeg, which is not installed on the server.`,
    details,
  );
}
