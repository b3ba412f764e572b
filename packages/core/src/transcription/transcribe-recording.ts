import type { App } from '../accounts/app.ts';
import { admitLive, type LiveCapacity } from '../accounts/app-limits/admit-live.ts';
import { billableSeconds } from '../accounts/ledger/billable-seconds.ts';
import type { BalanceCheck } from '../accounts/ledger/check-balance.ts';
import type { AudioReader } from '../audio/audio-reader.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import type { RecognizeSpeechPorts } from '../recognition/recognize-speech.ts';
import { withVocabulary } from '../recognition/with-vocabulary.ts';
import type { RecognizedUtterance } from '../segmentation/utterance.ts';
import type { RecordStore } from '../storage/record-store.ts';
import type { Spool } from '../storage/spool.ts';
import { type VocabularyOf, vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import { recordLiveTranscription } from './record-live-transcription.ts';
import { recognizeOrError } from './transcribe-short.ts';
import type { TranscribeRecordingOptions } from './transcription-options.ts';

export interface RecordingTranscript {
  readonly transcriptId: string;
  readonly transcript: string;
  readonly utterances: readonly RecognizedUtterance[];
  /** Exact, unlike the interface's rounded one. */
  readonly durationSeconds: number;
  /** BCP 47 primary language: the one asked for, else the one heard where the recognizer says so, else its only one. */
  readonly language?: string;
}

export interface TranscribeRecordingPorts extends LiveCapacity {
  readonly reader: AudioReader;
  /** @throws SpeechError `ENGINE_UNAVAILABLE`, `LANGUAGE_NOT_SUPPORTED` */
  readonly recognition: (language: string | undefined, model: string | undefined) => RecognizeSpeechPorts;
  /** The same with the times of words. @throws SpeechError `INVALID_INPUT` where neither the recognizer nor a plugin tells them */
  readonly wordTimes: (
    recognition: RecognizeSpeechPorts,
    language: string | undefined,
  ) => RecognizeSpeechPorts;
  readonly spool: Spool;
  readonly records: RecordStore;
  /** Of the seconds. */
  readonly seconds: BalanceCheck;
  readonly clock: Clock;
  readonly random: Pick<RandomSource, 'id'>;
  readonly utteranceSilenceMs: number;
  /** Absent: a call's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
}

/**
 * Recognizes a recording of any length while its caller waits: onto the disk as it arrives, checked there, then read in bounded
 * memory. It is on record and paid for like every live recognition.
 *
 * @throws SpeechError see {@link SpeechService.transcribeRecording}
 */
export async function transcribeRecording(
  ports: TranscribeRecordingPorts,
  bytes: AsyncIterable<Uint8Array>,
  app: App,
  {
    language: lateLanguage,
    model,
    vocabulary,
    needsWordTimes,
    onUtterance,
    signal,
  }: TranscribeRecordingOptions = {},
): Promise<RecordingTranscript> {
  const maxBytes = LIMITS.transcription.batchFileBytes - 1;
  const file = await ports.spool.write(bytes, { maxBytes, signal });
  try {
    const language = await lateLanguage;
    const found = ports.recognition(language, await model);
    const timed = (await needsWordTimes) ? ports.wordTimes(found, language) : found;
    const { vocabularyOf = vocabularyOfCall } = ports;
    const recognition = withVocabulary(timed, await vocabularyOf(app.appId, await vocabulary), language);
    const admitted = await admitLive(ports, { app, limit: app.sttConcurrency });
    try {
      admitted.requireWorker({ engineId: recognition.recognizer.id, lane: 'sync' });
      const call = { app, signal, onUtterance };
      const heard = await recognizeAndRecord(ports, recognition, { path: file.path, call });
      const known = language ?? heard.language ?? onlyLanguageOf(recognition);
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
  ports: TranscribeRecordingPorts,
  recognition: RecognizeSpeechPorts,
  { path, call: { app, signal, onUtterance } }: Hearing,
): Promise<RecordingTranscript> {
  const startedAtMs = ports.clock.now();
  const recording = await ports.reader.open(path, { signal });
  try {
    const seconds = billableSeconds(recording);
    await ports.seconds.cover(app.appId, String(seconds));
    const { utteranceSilenceMs } = ports;
    const outcome = await recognizeOrError({ ...recognition, utteranceSilenceMs }, recording, {
      signal,
      turn: app.appId,
      onUtterance,
    });
    const { transcriptId } = await recordLiveTranscription(ports, {
      transcriptId: ports.random.id(),
      app,
      startedAtMs,
      seconds,
      outcome,
      hasWords: false,
      webhookUrl: undefined,
      claim: undefined,
    });
    // A failure was put on record and thrown there.
    if (SpeechError.is(outcome)) throw outcome;
    return { ...outcome, transcriptId, durationSeconds: recording.frames / recording.sampleRateHz };
  } finally {
    await recording.close();
  }
}

function onlyLanguageOf({ recognizer }: RecognizeSpeechPorts): string | undefined {
  const [only, ...others] = recognizer.capabilities.languages;
  return others.length > 0 || only === '*' ? undefined : only;
}
