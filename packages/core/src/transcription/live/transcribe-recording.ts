import type { App } from '../../accounts/app.ts';
import { admitLive } from '../../accounts/app-limits/admit-live.ts';
import { billableSeconds } from '../../accounts/ledger/billable-seconds.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { SpeechRecognizer } from '../../recognition/recognizer/speech-recognizer.ts';
import { languageOf } from '../../recognition/recognizer/with-vocabulary.ts';
import type { RecognizedUtterance } from '../../segmentation/utterance.ts';
import type { TranscribeRecordingOptions } from '../request/transcription-options.ts';
import { recognizeOrError } from '../speech/recognize-recording.ts';
import { recognizerOf } from '../transcriber.ts';
import type { LiveTranscriber } from './live-transcriber.ts';
import { recordLiveTranscription } from './record-live-transcription.ts';

export interface RecordingTranscript {
  readonly transcriptId: string;
  readonly transcript: string;
  readonly utterances: readonly RecognizedUtterance[];
  /** Exact, unlike the interface's rounded one. */
  readonly durationSeconds: number;
  /** BCP 47 primary language: the requested one, otherwise the one that the recognizer detected, otherwise its only one. */
  readonly language?: string;
}

/**
 * Recognizes a recording of any length while its caller waits: it is written to disk as it arrives, checked there, then read in bounded
 * memory. It is recorded and charged like every live recognition.
 *
 * @throws SpeechError see {@link SpeechService.transcribeRecording}
 */
export async function transcribeRecording(
  transcriber: LiveTranscriber,
  bytes: AsyncIterable<Uint8Array>,
  app: App,
  { vocabulary, onUtterance, signal, ...late }: TranscribeRecordingOptions = {},
): Promise<RecordingTranscript> {
  const maxBytes = LIMITS.transcription.batchFileBytes - 1;
  const file = await transcriber.spool.write(bytes, { maxBytes, signal });
  try {
    const language = await late.language;
    const model = await late.model;
    const wordTimesField = await late.wordTimesField;
    const recognizer = await recognizerOf(transcriber, {
      ...{ language, model, wordTimesField, vocabulary },
      appId: app.appId,
    });
    const admitted = await admitLive(transcriber, { app, limit: app.sttConcurrency });
    try {
      admitted.requireWorker({ engineId: recognizer.engine.id, lane: 'sync' });
      const call = { app, signal, onUtterance };
      const heard = await recognizeAndRecord(transcriber, recognizer, { path: file.path, call });
      const known = languageOf(recognizer.engine, language ?? heard.language);
      return { ...heard, ...(known !== undefined && { language: known }) };
    } finally {
      admitted[Symbol.dispose]();
    }
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

interface Hearing {
  readonly path: string;
  readonly call: Pick<TranscribeRecordingOptions, 'signal' | 'onUtterance'> & { readonly app: App };
}

async function recognizeAndRecord(
  transcriber: LiveTranscriber,
  recognizer: SpeechRecognizer,
  { path, call: { app, signal, onUtterance } }: Hearing,
): Promise<RecordingTranscript> {
  const startedAtMs = transcriber.clock.now();
  const recording = await transcriber.reader.open(path, { signal });
  try {
    const seconds = billableSeconds(recording);
    await transcriber.seconds.cover(app.appId, String(seconds));
    const { utteranceSilenceMs } = transcriber;
    const outcome = await recognizeOrError(recognizer, recording, {
      ...{ utteranceSilenceMs, signal, onUtterance },
      turn: app.appId,
    });
    const { transcriptId } = await recordLiveTranscription(transcriber, {
      transcriptId: transcriber.random.id(),
      app,
      startedAtMs,
      seconds,
      outcome,
      hasWords: false,
      webhookUrl: undefined,
      claim: undefined,
    });
    // A failure has been stored and thrown there.
    if (SpeechError.is(outcome)) throw outcome;
    return { ...outcome, transcriptId, durationSeconds: recording.frames / recording.sampleRateHz };
  } finally {
    await recording.close();
  }
}
