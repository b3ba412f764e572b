import type { App } from '../domain/apps/app.ts';
import type { ConcurrencySlots } from '../domain/apps/concurrency-slots.ts';
import { SpeechError } from '../domain/errors/speech-error.ts';
import { LIMITS } from '../domain/limits.ts';
import type { AudioReader, AudioRecording } from '../ports/audio-reader.ts';
import type { RandomSource } from '../ports/random-source.ts';
import type { TranscriptRecord } from '../ports/speech-service.ts';
import type { EngineCallOptions } from '../ports/synthesis-engine.ts';
import type { RecognizeSpeechPorts } from './recognize-speech.ts';
import { transcribe } from './transcribe.ts';

export interface TranscribeLivePorts extends RecognizeSpeechPorts {
  readonly reader: AudioReader;
  readonly slots: ConcurrencySlots;
  readonly random: RandomSource;
  readonly utteranceSilenceMs: number;
}

/**
 * Recognizes a short recording at once.
 *
 * @param wav a whole WAV file
 * @throws SpeechError see {@link SpeechService.transcribeLive}
 */
export async function transcribeLive(
  ports: TranscribeLivePorts,
  wav: Uint8Array,
  app: App,
  options: EngineCallOptions = {},
): Promise<TranscriptRecord> {
  const recording = await ports.reader.open(wav);
  try {
    refuseLong(recording);
    const giveBack = ports.slots.take(app.appId, app.sttConcurrency);
    try {
      const { transcript, utterances } = await transcribe(ports, recording, {
        utteranceSilenceMs: ports.utteranceSilenceMs,
        signal: options.signal,
      });
      return {
        transcriptId: ports.random.id(),
        status: 'COMPLETED',
        transcript,
        utterances,
        audioDurationSeconds: Math.ceil(recording.frames / recording.sampleRateHz),
      };
    } finally {
      giveBack();
    }
  } finally {
    await recording.close();
  }
}

/** Judged from the samples that are there, not from what the header says. */
function refuseLong({ frames, sampleRateHz }: AudioRecording): void {
  const { liveSeconds } = LIMITS.transcription;
  if (frames < liveSeconds * sampleRateHz) return;
  const seconds = (frames / sampleRateHz).toFixed(2);
  throw new SpeechError(
    'AUDIO_TOO_LONG',
    `audioContent lasts ${seconds} seconds; mode "sync" takes less than ${liveSeconds}. Use mode "async".`,
    { field: 'audioContent' },
  );
}
