import type { App } from '../accounts/app.ts';
import { admitLive, type LiveCapacity } from '../accounts/app-limits/admit-live.ts';
import { billableSeconds } from '../accounts/ledger/billable-seconds.ts';
import type { BalanceCheck } from '../accounts/ledger/check-balance.ts';
import type { AudioReader, AudioRecording, OpenRecordingOptions } from '../audio/audio-reader.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import type { RecognizeSpeechPorts } from '../recognition/recognize-speech.ts';
import { withVocabulary } from '../recognition/with-vocabulary.ts';
import { claimKey, type KeyClaim, keyClaimOf } from '../requests/claim-key.ts';
import type { Egress } from '../requests/egress.ts';
import type { Submitted } from '../requests/idempotency.ts';
import type { RecordStore } from '../storage/record-store.ts';
import { type VocabularyOf, vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import {
  type ChannelChoice,
  type RecognizeRecordingOptions,
  recognizeRecording,
  type Transcript,
} from './recognize-recording.ts';
import { recordLiveTranscription } from './record-live-transcription.ts';
import type { TranscriptRecord } from './transcript-record.ts';
import type { SubmitTranscriptionOptions } from './transcription-options.ts';

export interface TranscribeShortPorts extends LiveCapacity {
  /** @throws SpeechError `ENGINE_UNAVAILABLE` when no plugin recognizes, `LANGUAGE_NOT_SUPPORTED` */
  readonly recognition: (language?: string) => RecognizeSpeechPorts;
  /** The same with the times of words. @throws SpeechError `INVALID_INPUT` */
  readonly wordTimes: (
    recognition: RecognizeSpeechPorts,
    language: string | undefined,
  ) => RecognizeSpeechPorts;
  readonly reader: AudioReader;
  readonly records: RecordStore;
  readonly egress: Pick<Egress, 'check' | 'fetchRecording'>;
  /** Of the seconds. */
  readonly seconds: BalanceCheck;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly utteranceSilenceMs: number;
  /** Absent: a call's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
}

/** Where a short recording comes from. */
export interface LiveRecording {
  /** The request's field, for messages. */
  readonly field: 'audioContent' | 'audioUrl';
  readonly load: () => Promise<Uint8Array>;
}

interface LiveCall {
  readonly app: App;
  readonly options: SubmitTranscriptionOptions;
}

/** Longer than any live recognition takes; what a process that died in the middle leaves is free again after it. */
const RUNNING_CLAIM_LIFE_MS = 300_000;

/** What `transcribeShortBytes` and `transcribeShortAddress` have in common: all but where the recording comes from. */
export async function transcribeShort(
  ports: TranscribeShortPorts,
  recording: LiveRecording,
  { app, options }: LiveCall,
): Promise<Submitted<TranscriptRecord>> {
  const webhookUrl = await options.webhookUrl;
  const hasWords = (await options.words) === true;
  const channels = await options.channels;
  const language = await options.language;
  const found = ports.recognition(language);
  const timed = hasWords ? ports.wordTimes(found, language) : found;
  const { vocabularyOf = vocabularyOfCall } = ports;
  const vocabulary = await vocabularyOf(app.appId, await options.vocabulary);
  const recognition = withVocabulary(timed, vocabulary, language);
  if (webhookUrl !== undefined) await ports.egress.check(webhookUrl, 'webhookUrl');
  const claim = await keyClaimOf(app, options);
  const { idempotency } = ports.records;
  const nowMs = ports.clock.now();
  const earlier = claim && (await claimKey(idempotency, claim, { nowMs, lifeMs: RUNNING_CLAIM_LIFE_MS }));
  if (earlier !== undefined) return { answer: earlier.answer as TranscriptRecord, isReplay: true };
  try {
    return {
      answer: await recognizeAndRecord(ports, recording, {
        app,
        options,
        webhookUrl,
        claim,
        recognition,
        hasWords,
        channels,
      }),
      isReplay: false,
    };
  } catch (error) {
    // A failure is no answer to keep. If the key can't be given up now, it is free again in five minutes.
    if (claim !== undefined) await idempotency.forget(claim).catch(() => undefined);
    throw error;
  }
}

interface CheckedCall extends LiveCall {
  readonly recognition: RecognizeSpeechPorts;
  readonly hasWords: boolean;
  readonly channels: ChannelChoice | undefined;
  readonly webhookUrl: string | undefined;
  readonly claim: KeyClaim | undefined;
}

async function recognizeAndRecord(
  ports: TranscribeShortPorts,
  { field, load }: LiveRecording,
  { app, options, webhookUrl, claim, recognition, hasWords, channels }: CheckedCall,
): Promise<TranscriptRecord> {
  const { signal } = options;
  const admitted = await admitLive(ports, { app, limit: app.sttConcurrency });
  try {
    admitted.requireWorker({ engineId: recognition.recognizer.id, lane: 'sync' });
    const startedAtMs = ports.clock.now();
    const keepsChannels = channels === 'separate';
    const recording = await openShort(ports.reader, await load(), { field, signal, keepsChannels });
    try {
      refuseLong(recording, field);
      const seconds = billableSeconds(recording);
      await ports.seconds.cover(app.appId, String(seconds));
      const { utteranceSilenceMs } = ports;
      const call = { signal, turn: app.appId, channels };
      const outcome = await recognizeOrError({ ...recognition, utteranceSilenceMs }, recording, call);
      const answer = await recordLiveTranscription(ports, {
        transcriptId: ports.random.id(),
        app,
        startedAtMs,
        seconds,
        outcome,
        hasWords,
        webhookUrl,
        claim,
      });
      return answer;
    } finally {
      await recording.close();
    }
  } finally {
    admitted[Symbol.dispose]();
  }
}

/** @throws SpeechError `ABORTED`, `SHUTTING_DOWN`: then the work was not done, rather than failed */
export async function recognizeOrError(
  ports: RecognizeSpeechPorts & Pick<TranscribeShortPorts, 'utteranceSilenceMs'>,
  recording: AudioRecording,
  call: Pick<RecognizeRecordingOptions, 'signal' | 'turn' | 'channels' | 'onUtterance'>,
): Promise<Transcript | SpeechError> {
  const { utteranceSilenceMs } = ports;
  try {
    return await recognizeRecording(ports, recording, { ...call, utteranceSilenceMs, lane: 'sync' });
  } catch (cause) {
    const error = SpeechError.from(cause);
    if (error.code === 'ABORTED' || error.code === 'SHUTTING_DOWN') throw error;
    return error;
  }
}

/** A compressed recording is decoded no further than such a call may have it. */
async function openShort(
  reader: AudioReader,
  bytes: Uint8Array,
  { field, ...options }: Pick<LiveRecording, 'field'> & OpenRecordingOptions,
): Promise<AudioRecording> {
  const { liveSeconds } = LIMITS.transcription;
  try {
    return await reader.open(bytes, { ...options, maxSeconds: liveSeconds });
  } catch (cause) {
    const error = SpeechError.from(cause);
    throw error.code === 'AUDIO_TOO_LONG' ? tooLong(field, `more than ${liveSeconds}`) : error;
  }
}

/** One sample too many is to be seen: at 48 kHz it is 0.00002 seconds. */
const DURATION_DIGITS = 5;

/** Checked from the samples that are there, not from what the header says. */
function refuseLong({ frames, sampleRateHz }: AudioRecording, field: LiveRecording['field']): void {
  const { liveSeconds } = LIMITS.transcription;
  if (frames < liveSeconds * sampleRateHz) return;
  const seconds = Number((frames / sampleRateHz).toFixed(DURATION_DIGITS));
  throw tooLong(field, String(seconds));
}

function tooLong(field: LiveRecording['field'], seconds: string): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LONG',
    `${field} lasts ${seconds} seconds; mode "sync" takes less than ${LIMITS.transcription.liveSeconds}. Use mode "async".`,
    { field },
  );
}
