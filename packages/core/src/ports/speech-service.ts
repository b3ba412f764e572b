import type { ClientTokenInput } from '../config/client-token-input.ts';
import type { NewAppInput } from '../config/new-app-input.ts';
import type { RotateTokenInput } from '../config/rotate-token-input.ts';
import type { BatchSynthesisInput, LiveSynthesisInput } from '../config/synthesis-input.ts';
import type { VoiceQuery } from '../config/voice-query.ts';
import type { App } from '../domain/apps/app.ts';
import type { Caller, TokenAccess } from '../domain/apps/caller.ts';
import type { AudioFormat, StreamContainer } from '../domain/audio/output-format.ts';
import type { SynthesisRecord } from '../domain/requests/synthesis-record.ts';
import type { TranscriptState } from '../domain/requests/transcript-state.ts';
import type { RecognizedUtterance, Utterance } from '../domain/speech/utterance.ts';
import type { Voice } from '../domain/voices/voice.ts';
import type { WebhookDelivery, WebhookDeliveryState } from '../domain/webhooks/webhook-delivery.ts';
import type { Credentials } from '../use-cases/apps/authenticate.ts';
import type { CreatedApp } from '../use-cases/apps/create-app.ts';
import type { CreatedClientToken } from '../use-cases/apps/create-client-token.ts';
import type { RotatedToken } from '../use-cases/apps/rotate-token.ts';
import type { RotatedWebhookSecret } from '../use-cases/webhooks/rotate-webhook-secret.ts';
import type { RejectedCalls } from './admin-records.ts';
import type { AdminActor, AdminService } from './admin-service.ts';
import type { StoredAudio } from './audio-store.ts';
import type { JobKind } from './job-queue.ts';
import type { RecognitionSession, SessionOutlet } from './recognition-session.ts';
import type { EngineIncident } from './speech-plugin.ts';
import type { EngineCallOptions } from './synthesis-engine.ts';

export interface LoadListening {
  /** Told how long the call waited for an engine that was not loaded, once for each such wait; by then nothing is answered yet. */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
}

/** A live synthesis whose first audio is ready: from here on an error can only break the stream. */
export interface LiveSynthesis {
  readonly voice: Voice;
  readonly format: AudioFormat;
  readonly contentType: string;
  /** Code points of the trimmed text. */
  readonly characters: number;
  /** Decimal string, exact. */
  readonly credits: string;
  /**
   * The encoded audio, piece by piece, each piece the consumer's. To be iterated once; leaving the loop stops the synthesis.
   *
   * @throws SpeechError when an engine fails in the middle: what was sent must then not look like a whole file
   */
  readonly audio: AsyncIterable<Uint8Array>;
}

/** What {@link SpeechService.synthesizeStream} is asked for. */
export interface StreamSynthesisInput {
  /** Trimmed, not empty, at most 4096 code points. */
  readonly text: string;
  readonly voiceCode: string;
  /** 0.25 to 1.9. */
  readonly speed: number;
  /** `pcm`, 16-bit mono, and `opus` are at 24 kHz whatever the voice's rate; the others at the voice's highest. */
  readonly container: StreamContainer;
}

export type StreamedSynthesis = Omit<LiveSynthesis, 'format'>;

export interface TranscribeRecordingOptions extends LoadListening {
  /** BCP 47, such as `en`: chooses the recognizer. A promise where the field may still come behind the file. */
  readonly language?: Late<string | undefined>;
  /** Id of an installed model that is to recognize it; any other name chooses nothing. */
  readonly model?: Late<string | undefined>;
  /** Whether a recognizer without word times is refused (`INVALID_INPUT`). */
  readonly needsWordTimes?: Late<boolean>;
  /** Told of each utterance as soon as it is recognized, in order. */
  readonly onUtterance?: ((utterance: RecognizedUtterance) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A model that speaks or recognizes. */
export interface UsableModel {
  /** As the model store knows it. */
  readonly id: string;
  readonly task: 'synthesis' | 'recognition';
  /** Id of the engine that runs it; its voices name it. */
  readonly engine: string;
  /** Of a recognizer: BCP 47 primary languages, `en`; `['*']` for one that detects them. */
  readonly languages?: readonly string[] | undefined;
}

export interface RecordingTranscript {
  readonly transcriptId: string;
  readonly transcript: string;
  readonly utterances: readonly RecognizedUtterance[];
  /** Exact, unlike the interface's rounded one. */
  readonly durationSeconds: number;
  /** BCP 47 primary language: the one asked for, or the only one of the recognizer. */
  readonly language?: string;
}

export interface TranscriptRecord {
  readonly transcriptId: string;
  readonly status: TranscriptState;
  readonly transcript: string;
  readonly utterances: readonly Utterance[];
  /** Rounded up to whole seconds. */
  readonly audioDurationSeconds: number;
  /** Present when `FAILED`. */
  readonly errorMessage?: string;
}

/**
 * What an upload carries behind its file. It settles before the recording's `bytes` end, and never rejects unless they throw:
 * await it after reading them. Awaited earlier it is waited for in vain, since nobody reads the upload meanwhile.
 */
export type Late<Value> = Value | Promise<Value>;

/** A repeatable request: the caller's key, and a hash of what came with it (hex, SHA-256). */
export interface Idempotency {
  readonly path: string;
  readonly key: string;
  /** A promise with uploads only: their file is part of it. */
  readonly bodyHash: Late<string>;
}

export interface SubmitOptions {
  readonly idempotency?: Idempotency | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Who does what follows, for the log of actions; absent: it is not put there. */
export interface ByOperator {
  readonly by?: AdminActor | undefined;
}

/** A batch synthesis as Get request and the legacy endpoint show it. */
export interface SynthesisView {
  readonly record: SynthesisRecord;
  /**
   * Signed now, good for three minutes; present when the audio is there. An absolute address, or a path (`/v1/audio/…`) that
   * the HTTP adapter puts its public address before.
   */
  readonly audioLink?: string;
}

/** An answer and whether it was first given to an earlier request with the same Idempotency-Key. */
export interface Submitted<Answer> {
  readonly answer: Answer;
  readonly isReplay: boolean;
}

/** A recording to be transcribed by a job: a WAV file's bytes as they arrive, or where to fetch it. */
export type RecordingInput = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly url: string };

export interface SubmitTranscriptionOptions extends SubmitOptions, LoadListening {
  /** A promise where the field may still come behind the file; then it is checked once the recording is read. */
  readonly webhookUrl?: Late<string | undefined>;
}

/** Stored audio behind a link, and what an answer's headers say of it. */
export interface LinkedAudio {
  readonly audio: StoredAudio;
  readonly contentType: string;
  /** Strong: the object never changes. */
  readonly etag: string;
}

/** The parts of a link: `GET /v1/audio/{fileName}?expires=…&signature=…`. */
export interface AudioLinkParts {
  readonly fileName: string;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/** A page of a list that is newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface ReportQuery {
  readonly appId?: string | undefined;
  /** ISO 8601; `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One line of the report, of either sort of request. */
export interface ReportedRequest {
  readonly requestId: string;
  readonly appId: string;
  readonly type: 'synthesis' | 'transcription';
  readonly kind: 'batch' | 'legacy' | 'live' | 'session';
  readonly status: ReportStatus;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Synthesis: code points done and in all; transcription: whole seconds. */
  readonly done: number;
  readonly total: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** As the console groups requests. */
export type ReportStatus = 'processing' | 'success' | 'failed';

export interface RequestCounts {
  readonly synthesis: Readonly<Record<ReportStatus, number>>;
  readonly transcription: Readonly<Record<ReportStatus, number>>;
}

export interface Overview extends RequestCounts {
  /** The same over time: a point for each hour or day of the time asked for, those with nothing too, by its start. */
  readonly series: readonly (RequestCounts & { readonly at: string })[];
  /** Calls of all apps that were refused in the time, by whole hours; the most frequent reason first. */
  readonly rejected: readonly Omit<RejectedCalls, 'at'>[];
}

export interface OverviewQuery extends ReportQuery {
  /** In UTC. Absent: hours where the time is no longer than two days. */
  readonly interval?: 'hour' | 'day' | undefined;
}

/** An app as a list shows it. */
export interface ListedApp {
  readonly app: App;
  readonly balances: Balances;
}

/** What an app has left; `null`: unlimited. Decimal strings. */
export interface Balances {
  readonly credits: string | null;
  readonly seconds: string | null;
}

/** An app's balances after a top-up, and whether its reference had been used before. */
/** What a top-up adds: decimal strings above 0. */
export interface AddedAmounts {
  readonly credits?: string | undefined;
  readonly seconds?: string | undefined;
  /** What tells it from the app's other top-ups; absent: it is another one in any case. */
  readonly reference?: string | undefined;
}

export interface ToppedUp extends Balances {
  readonly isReplay?: boolean;
}

/** What waits and runs, for the operator's graphs. */
export interface Workload {
  /** Jobs that wait or run, by kind. */
  readonly jobs: Readonly<Partial<Record<JobKind, number>>>;
  /** Webhook deliveries that are kept, by state. */
  readonly deliveries: Readonly<Partial<Record<WebhookDeliveryState, number>>>;
  readonly segmentCache: SegmentCacheFigures;
  readonly engines: readonly EngineFigures[];
  /** Trouble of engines in this process since its start that healed itself, such as workers that died. */
  readonly incidents: readonly EngineIncidentCount[];
}

export interface EngineIncidentCount extends Pick<EngineIncident, 'engine' | 'kind'> {
  readonly count: number;
}

/** How one engine of this process is taken up. */
export interface EngineFigures {
  readonly engine: string;
  /** An engine of each kind may have the same id. */
  readonly kind: 'synthesis' | 'recognition';
  /** Units that workers are at. */
  readonly running: number;
  /** Units that wait for a worker. */
  readonly waiting: number;
  /** What a live call that came now would wait for a worker, at the most. */
  readonly expectedWaitMs: number;
  /** Live calls that were refused for what waited, since the start. */
  readonly refused: number;
  /** Why it can serve nothing now; `null` while it can. */
  readonly problem: string | null;
}

/** Of this process, since its start. */
export interface SegmentCacheFigures {
  /** Live units that were answered without an engine. */
  readonly hits: number;
  readonly misses: number;
  /** What is kept now. */
  readonly bytes: number;
}

export interface VoicePageWithCursors {
  readonly voices: readonly Voice[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

export interface Readiness {
  readonly isReady: boolean;
  /** One line for each part that is not, with the remedy. */
  readonly problems: readonly string[];
}

/**
 * What the adapters stand on: one member for each thing a caller may ask of the service. HTTP, WebSocket and the console
 * use this and nothing beneath it, so a third party's adapter can do whatever ours do.
 */
export interface SpeechService {
  /** @throws SpeechError `UNAUTHORIZED`; `FORBIDDEN` for a client token where an app's own is needed */
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Who calls, by the token alone: the app is its subject.
   *
   * @param access default `app`, which client tokens are refused for
   * @throws SpeechError as {@link SpeechService.authenticate}
   */
  authenticateToken(token: string | undefined, access?: TokenAccess): Promise<Caller>;
  /**
   * Makes a token of the caller's app for live speech only, such as a browser may have. It ends with its time, and at once with the
   * token that it was made from.
   *
   * @throws SpeechError `FORBIDDEN` for a caller with a client token, `IDEMPOTENCY_CONFLICT`
   */
  createClientToken(
    input: ClientTokenInput,
    options: SubmitOptions & { readonly caller: Caller },
  ): Promise<CreatedClientToken>;
  /**
   * Speaks a short text at once. Resolves when the first audio is there.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`, `INVALID_INPUT`, `TEXT_NOT_SPEAKABLE`, `SYNTHESIS_CONCURRENCY_EXCEEDED`,
   * `INSUFFICIENT_CREDIT`, `CREDIT_DEDUCTION_FAILED`, `SHUTTING_DOWN`, `ABORTED` or an engine's code
   */
  synthesizeLive(
    input: LiveSynthesisInput,
    app: App,
    options?: EngineCallOptions & LoadListening,
  ): Promise<LiveSynthesis>;
  /**
   * Speaks a text at once, by any voice that the app may use and in any format. Resolves when the first audio is there.
   *
   * @throws SpeechError as {@link SpeechService.synthesizeLive}; `TRANSCODER_UNAVAILABLE`, `TRANSCODER_FAILED` for a format that
   * needs ffmpeg
   */
  synthesizeStream(
    input: StreamSynthesisInput,
    app: App,
    options?: EngineCallOptions & LoadListening,
  ): Promise<StreamedSynthesis>;
  /**
   * Refuses an app that could not pay for the shortest recording: asked before any of it is read. Takes nothing, and makes nobody
   * wait who was unlimited a moment ago.
   *
   * @throws SpeechError `INSUFFICIENT_SECONDS`, a storage code
   */
  requireSeconds(appId: string): Promise<void>;
  /**
   * Recognizes a recording of any length at once: WAV, MP3, FLAC, Ogg Vorbis, Opus, and whatever ffmpeg reads where it is installed.
   *
   * @param bytes the file as it arrives, below the size limit of batch recordings; it is kept on disk, not in memory
   * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LARGE`, `AUDIO_TOO_LONG`, `LANGUAGE_NOT_SUPPORTED`,
   * `RECOGNITION_CONCURRENCY_EXCEEDED`, `INSUFFICIENT_SECONDS`, `SHUTTING_DOWN`, `ABORTED`, an engine's or a storage code, or
   * what `bytes` throws
   */
  transcribeRecording(
    bytes: AsyncIterable<Uint8Array>,
    app: App,
    options?: TranscribeRecordingOptions,
  ): Promise<RecordingTranscript>;
  /**
   * Recognizes a short recording at once.
   *
   * @param wav a whole WAV file, below the size limit
   * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `RECOGNITION_CONCURRENCY_EXCEEDED`, `INSUFFICIENT_SECONDS`,
   * `IDEMPOTENCY_CONFLICT`, `INVALID_INPUT` (webhookUrl), `SHUTTING_DOWN`, `ABORTED` or an engine's code
   */
  transcribeLive(
    wav: Uint8Array,
    app: App,
    options?: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>>;
  /**
   * {@link transcribeLive} of a recording at an address.
   *
   * @throws SpeechError also `AUDIO_FETCH_FAILED`, `AUDIO_TOO_LARGE`
   */
  transcribeAddress(
    url: string,
    app: App,
    options?: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>>;
  /**
   * Accepts a batch synthesis: once resolved it is on disk, with its credits reserved and its job waiting.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`, `INVALID_INPUT`, `TEXT_NOT_SPEAKABLE`, `INSUFFICIENT_CREDIT`,
   * `IDEMPOTENCY_CONFLICT`, `QUEUE_FULL`, `SHUTTING_DOWN` or a storage code
   */
  submitSynthesis(
    input: BatchSynthesisInput,
    app: App,
    options?: SubmitOptions & { readonly kind?: 'batch' | 'legacy' },
  ): Promise<Submitted<SynthesisRecord>>;
  /** @throws SpeechError `REQUEST_NOT_FOUND`: unknown, another app's, or its audio was deleted */
  getSynthesis(requestId: string, app: App): Promise<SynthesisView>;
  /** Waits for the end of a batch synthesis, whichever it is. @throws SpeechError `REQUEST_NOT_FOUND`, `ABORTED` */
  awaitSynthesis(requestId: string, app: App, options?: EngineCallOptions): Promise<SynthesisView>;
  /**
   * Accepts a recording for a transcription job: reads it to its end, checks it, keeps it.
   *
   * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LARGE`, `INSUFFICIENT_SECONDS`, `INVALID_INPUT` (audioUrl,
   * webhookUrl), `IDEMPOTENCY_CONFLICT`, `ENGINE_UNAVAILABLE` (no plugin recognizes), `QUEUE_FULL`, `SHUTTING_DOWN`, `ABORTED`
   * or a storage code
   */
  submitTranscription(
    recording: RecordingInput,
    app: App,
    options?: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>>;
  /** @throws SpeechError `TRANSCRIPT_NOT_FOUND` */
  getTranscript(transcriptId: string, app: App): Promise<TranscriptRecord>;
  /** @throws SpeechError `FORBIDDEN`: altered, expired, or its audio was deleted */
  openAudio(link: AudioLinkParts): Promise<LinkedAudio>;
  /**
   * Opens a session of live recognition on a connection that was just accepted: who calls is found out in it, and everything
   * that goes wrong is told to the client as an ERROR message. Never throws.
   */
  openSession(credentials: Credentials, outlet: SessionOutlet): RecognitionSession;
  /** @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
  listVoices(query: VoiceQuery, appId: string | undefined): Promise<VoicePageWithCursors>;
  /** Every voice that the app may use, best first; without an app those that anybody may use. */
  usableVoices(appId: string | undefined): Promise<readonly Voice[]>;
  /** Counts a call that an adapter refused, for {@link Overview.rejected}. */
  countRejection(status: number, code: string): void;
  /** The models of the engines that stand ready, in the order in which engines are chosen. */
  usableModels(): readonly UsableModel[];
  /**
   * Speaks the sample sentence of a voice that every caller may see; asked for by anybody, so the caller caches it.
   *
   * @returns a whole MP3 file
   * @throws SpeechError `VOICE_NOT_FOUND`, also for a personal voice
   */
  renderDemo?(voiceCode: string): Promise<Uint8Array>;
  /**
   * @param options an Idempotency-Key of the admin API has the scope `admin` where others have an app's id. The token of a repeat
   * may be issued afresh (same app, same token id), so that no token need be kept
   * @throws SpeechError `INVALID_INPUT` for an expiry that is no choice or lies in the past, `IDEMPOTENCY_CONFLICT`
   */
  createApp(request: NewAppInput, options?: SubmitOptions & ByOperator): Promise<CreatedApp>;
  /** Oldest first. @throws SpeechError `INVALID_INPUT` for a foreign cursor */
  listApps(query: PageQuery & { readonly search?: string | undefined }): Promise<Page<ListedApp>>;
  /** @throws SpeechError `NOT_FOUND` */
  getApp(appId: string): Promise<App>;
  /** @throws SpeechError `NOT_FOUND` */
  revokeApp(appId: string, by?: AdminActor): Promise<App>;
  /** @throws SpeechError `NOT_FOUND` */
  getBalances(appId: string): Promise<Balances>;
  /**
   * Adds to what an app has left, of both units or of neither; an unlimited one becomes limited to the amount. Asked again with
   * the same reference it changes nothing.
   *
   * @throws SpeechError `NOT_FOUND`, `IDEMPOTENCY_CONFLICT` when the reference was used with other amounts
   */
  topUp(appId: string, added: AddedAmounts, by?: AdminActor): Promise<ToppedUp>;
  /**
   * Every secret that was replaced signs beside the new one for a day; no more than five at a time.
   *
   * @param options as of {@link SpeechService.createApp}. A repeat gets the secret that the first request made, also when it was
   * replaced since then
   * @throws SpeechError `NOT_FOUND`, `REQUEST_RATE_EXCEEDED` until the oldest of five has had its day, `IDEMPOTENCY_CONFLICT`
   */
  rotateWebhookSecret(appId: string, options?: SubmitOptions & ByOperator): Promise<RotatedWebhookSecret>;
  /**
   * Gives an app another token; the old one ends at once, or after a grace period.
   *
   * @param options as of {@link SpeechService.createApp}. A repeat gets the token that the first request made
   * @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` of an app that was revoked or has expired; `REQUEST_RATE_EXCEEDED` while five
   * old ones are still good; `IDEMPOTENCY_CONFLICT`
   */
  rotateToken(appId: string, options: RotateTokenInput & SubmitOptions & ByOperator): Promise<RotatedToken>;
  /** Newest first, syntheses and transcriptions together. */
  listRequests(
    query: ReportQuery & PageQuery & { readonly status?: ReportStatus | undefined },
  ): Promise<Page<ReportedRequest>>;
  /** @throws SpeechError `INVALID_INPUT` for a time of too many intervals */
  overview(query: OverviewQuery): Promise<Overview>;
  listDeliveries(
    query: PageQuery & {
      readonly appId?: string | undefined;
      readonly state?: WebhookDeliveryState | undefined;
    },
  ): Promise<Page<WebhookDelivery>>;
  /** Sends a delivery again, from the first attempt on, under the same `webhook-id`. @throws SpeechError `NOT_FOUND` */
  replayDelivery(deliveryId: string, by?: AdminActor): Promise<WebhookDelivery>;
  readiness(): Promise<Readiness>;
  /** Absent: the service has nobody to administer it. */
  readonly admin?: AdminService;
  /** Asked for by every scrape of the metrics: a few counts, no lists. Jobs and deliveries are those of the scrape before. */
  workload?(): Promise<Workload>;
}
