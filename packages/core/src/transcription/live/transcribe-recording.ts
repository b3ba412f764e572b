import type { App } from '../../accounts/app.ts';
import { admitLive } from '../../accounts/app-limits/admit-live.ts';
import { billableSeconds } from '../../accounts/ledger/billable-seconds.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { SpeechRecognizer } from '../../recognition/recognizer/speech-recognizer.ts';
import { languageOf } from '../../recognition/recognizer/with-vocabulary.ts';
import type { RecognizedUtterance } from '../../segmentation/utterance.ts';
import type { TranscribeRecordingOptions } from '../request/transcription-options.ts';
import {
  type RecognizeRecordingOptions,
  recognizeOrError,
  type Transcript,
  transcriptOf,
} from '../speech/recognize-recording.ts';
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
  { vocabulary, signal, ...late }: TranscribeRecordingOptions = {},
): Promise<RecordingTranscript> {
  const maxBytes = LIMITS.transcription.batchFileBytes - 1;
  const file = await transcriber.spool.write(bytes, { maxBytes, signal });
  try {
    const language = await late.language;
    const model = await late.model;
    const wordTimesField = await late.wordTimesField;
    const onUtterance = await late.onUtterance;
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
  readonly call: Pick<RecognizeRecordingOptions, 'signal' | 'onUtterance'> & { readonly app: App };
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
    const record = (outcome: Transcript | SpeechError, heardSeconds: number) =>
      recordLiveTranscription(transcriber, {
        transcriptId: transcriber.random.id(),
        app,
        startedAtMs,
        seconds: heardSeconds,
        outcome,
        hasWords: false,
        webhookUrl: undefined,
        claim: undefined,
      });
    const passedOn: RecognizedUtterance[] = [];
    const outcome = await recognizeOrError(recognizer, recording, {
      ...{ utteranceSilenceMs, signal },
      turn: app.appId,
      onUtterance:
        onUtterance &&
        ((utterance) => {
          passedOn.push(utterance);
          onUtterance(utterance);
        }),
    }).catch(async (error: unknown) => {
      const last = passedOn.at(-1);
      // Whoever leaves before the end has what was passed on. Nothing else waits for this record.
      if (last !== undefined && signal?.aborted)
        await record(transcriptOf(passedOn), Math.ceil(last.endTime)).catch(() => undefined);
      throw error;
    });
    const { transcriptId } = await record(outcome, seconds);
    // A failure has been stored and thrown there.
    if (SpeechError.is(outcome)) throw outcome;
    return { ...outcome, transcriptId, durationSeconds: recording.frames / recording.sampleRateHz };
  } finally {
    await recording.close();
  }
}
