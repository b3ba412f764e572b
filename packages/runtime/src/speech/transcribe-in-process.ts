import { SpeechError } from '@parlance/core/errors';
import { withVocabulary } from '@parlance/core/recognition';
import { transcribeCallInput } from '@parlance/core/service';
import { recognizeRecording } from '@parlance/core/transcription';
import { createVocabulary } from '@parlance/core/vocabulary';
import { chooseRecognizer } from '../engines/choose-recognizer.ts';
import { parseCall } from './call-options.ts';
import { observed } from './observed.ts';
import { recordingOf } from './pcm-recording.ts';
import type { SpeechTranscript, TranscribeSource, TranscribeSpeechOptions } from './speech.ts';
import type { SpeechParts } from './speech-parts.ts';

/** @throws SpeechError `INVALID_INPUT`, `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `LANGUAGE_NOT_SUPPORTED`, `SHUTTING_DOWN`, `ABORTED` or an engine's code */
export async function transcribeInProcess(
  parts: SpeechParts,
  source: TranscribeSource,
  options: TranscribeSpeechOptions,
): Promise<SpeechTranscript> {
  const { language, words, channels, vocabulary, signal } = parseCall(transcribeCallInput, options);
  refuseOther(source);
  const chosen = chooseRecognizer(parts.engines, { language, wordTimesField: words ? 'words' : undefined });
  const recognizer = withVocabulary(chosen, createVocabulary(vocabulary), language);
  const run = async function* (): AsyncGenerator<SpeechTranscript, void, undefined> {
    using call = parts.calls.begin(signal);
    const recording = isFile(source)
      ? await parts.reader.open(source, { signal: call.signal, keepsChannels: channels === 'separate' })
      : recordingOf(source, parts);
    try {
      const transcript = await recognizeRecording(recognizer, recording, {
        utteranceSilenceMs: parts.settings.utteranceSilenceMs,
        lane: 'sync',
        channels,
        signal: call.signal,
      });
      yield { ...transcript, durationSeconds: recording.frames / recording.sampleRateHz };
    } finally {
      await recording.close();
    }
  };
  const request = { requestId: parts.random.id(), kind: 'transcription', signal } as const;
  const [result] = await Array.fromAsync(observed(request, run(), parts));
  return result as SpeechTranscript;
}

/** @throws SpeechError `INVALID_INPUT` */
function refuseOther(source: unknown): void {
  if (isFile(source)) return;
  const samples: unknown =
    typeof source === 'object' && source !== null ? Reflect.get(source, 'samples') : undefined;
  if (samples instanceof Float32Array) return;
  throw new SpeechError(
    'INVALID_INPUT',
    "source must be a recording's bytes, its path, or { samples, sampleRateHz } with a Float32Array of samples.",
    { field: 'source' },
  );
}

function isFile(source: unknown): source is string | Uint8Array {
  return typeof source === 'string' || source instanceof Uint8Array;
}
