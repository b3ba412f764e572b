import type { App } from '../../accounts/app.ts';
import { admitLive } from '../../accounts/app-limits/admit-live.ts';
import { billableSeconds } from '../../accounts/ledger/billable-seconds.ts';
import type { AudioReader, AudioRecording, OpenRecordingOptions } from '../../audio/audio-reader.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import type { SpeechRecognizer } from '../../recognition/recognizer/speech-recognizer.ts';
import { claimKey, type KeyClaim, keyClaimOf } from '../../requests/idempotency/claim-key.ts';
import type { Submitted } from '../../requests/idempotency/idempotency.ts';
import type { SubmitTranscriptionOptions } from '../request/transcription-options.ts';
import type { TranscriptRecord } from '../results/transcript-record.ts';
import { type ChannelChoice, recognizeOrError } from '../speech/recognize-recording.ts';
import { recognizerOf } from '../transcriber.ts';
import type { LiveTranscriber } from './live-transcriber.ts';
import { recordLiveTranscription } from './record-live-transcription.ts';

/** Where a short recording comes from. */
export interface LiveRecording {
  /** The request's field, for messages. */
  readonly field: 'audioContent' | 'audioUrl';
  /** Checks where it comes from; absent: from the request itself. @throws SpeechError `INVALID_INPUT` */
  readonly check?: (() => Promise<void>) | undefined;
  readonly load: () => Promise<Uint8Array>;
}

interface LiveCall {
  readonly app: App;
  readonly options: SubmitTranscriptionOptions;
}

/** Longer than any live recognition takes; after this, a claim that a dead process left can be used again. */
const RUNNING_CLAIM_LIFE_MS = 300_000;

/** What `transcribeShortBytes` and `transcribeShortAddress` share: everything except where the recording comes from. */
export async function transcribeShort(
  transcriber: LiveTranscriber,
  recording: LiveRecording,
  { app, options }: LiveCall,
): Promise<Submitted<TranscriptRecord>> {
  const webhookUrl = await options.webhookUrl;
  const hasWords = (await options.words) === true;
  const channels = await options.channels;
  const language = await options.language;
  const recognizer = await recognizerOf(transcriber, {
    appId: app.appId,
    language,
    wordTimesField: hasWords ? 'words' : undefined,
    vocabulary: options.vocabulary,
  });
  const claim = await keyClaimOf(app, options);
  const { idempotency } = transcriber.records;
  const nowMs = transcriber.clock.now();
  const earlier = claim && (await claimKey(idempotency, claim, { nowMs, lifeMs: RUNNING_CLAIM_LIFE_MS }));
  if (earlier !== undefined) return { answer: earlier.answer as TranscriptRecord, isReplay: true };
  try {
    // After the claim: a repeat gets the first answer, even if these addresses would be refused by now.
    await recording.check?.();
    if (webhookUrl !== undefined) await transcriber.egress.check(webhookUrl, 'webhookUrl');
    return {
      answer: await recognizeAndRecord(transcriber, recording, {
        app,
        options,
        webhookUrl,
        claim,
        recognizer,
        hasWords,
        channels,
      }),
      isReplay: false,
    };
  } catch (error) {
    // A failure is not stored as an answer. If the key can't be released now, it is free again in five minutes.
    if (claim !== undefined) await idempotency.forget(claim).catch(() => undefined);
    throw error;
  }
}

interface CheckedCall extends LiveCall {
  readonly recognizer: SpeechRecognizer;
  readonly hasWords: boolean;
  readonly channels: ChannelChoice | undefined;
  readonly webhookUrl: string | undefined;
  readonly claim: KeyClaim | undefined;
}

async function recognizeAndRecord(
  transcriber: LiveTranscriber,
  { field, load }: LiveRecording,
  { app, options, webhookUrl, claim, recognizer, hasWords, channels }: CheckedCall,
): Promise<TranscriptRecord> {
  const { signal } = options;
  const admitted = await admitLive(transcriber, { app, limit: app.sttConcurrency });
  try {
    admitted.requireWorker({ engineId: recognizer.engine.id, lane: 'sync' });
    const startedAtMs = transcriber.clock.now();
    const keepsChannels = channels === 'separate';
    const recording = await openShort(transcriber.reader, await load(), { field, signal, keepsChannels });
    try {
      refuseLong(recording, field);
      const seconds = billableSeconds(recording);
      await transcriber.seconds.cover(app.appId, String(seconds));
      const { utteranceSilenceMs } = transcriber;
      const call = { utteranceSilenceMs, signal, turn: app.appId, channels };
      const outcome = await recognizeOrError(recognizer, recording, call);
      const answer = await recordLiveTranscription(transcriber, {
        transcriptId: transcriber.random.id(),
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

/** A compressed recording is decoded only up to the limit of such calls. */
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

/** Even one sample too many must be visible: at 48 kHz it is 0.00002 seconds. */
const DURATION_DIGITS = 5;

/** Checks the samples that are present, not what the header states. */
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
