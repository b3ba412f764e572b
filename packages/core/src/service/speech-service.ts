import type { App } from '../accounts/app.ts';
import type { Credentials } from '../accounts/callers/authenticate.ts';
import type { Caller, TokenAccess } from '../accounts/callers/caller.ts';
import type { AdminActor, ByOperator } from '../administration/admin-actor.ts';
import type { AppVocabulary } from '../administration/apps/app-vocabularies.ts';
import type { CreatedApp } from '../administration/apps/create-app.ts';
import type { AppListRequest, ListedApp } from '../administration/apps/list-apps.ts';
import type { NewAppInput } from '../administration/apps/new-app-input.ts';
import type { Balances } from '../administration/balances/get-balances.ts';
import type { AddedAmounts, ToppedUp } from '../administration/balances/top-up.ts';
import type { ClientTokenInput } from '../administration/tokens/client-token-input.ts';
import type { CreatedClientToken } from '../administration/tokens/create-client-token.ts';
import type { RotatedToken } from '../administration/tokens/rotate-token.ts';
import type { RotateTokenInput } from '../administration/tokens/rotate-token-input.ts';
import type { LoadListening } from '../engine/load-listening.ts';
import type { EngineCallOptions } from '../engine/synthesis-engine.ts';
import type { Voice } from '../engine/voice.ts';
import type { Page } from '../input/list-cursor.ts';
import type { ReportedRequest, RequestListQuery } from '../reports/list-requests.ts';
import type { Overview, OverviewQuery } from '../reports/overview.ts';
import type { WebhookDelivery } from '../requests/egress/webhook-delivery.ts';
import type { SubmitOptions, Submitted } from '../requests/idempotency/idempotency.ts';
import type { EndFigures } from '../requests/records/end-writer.ts';
import type { RecognitionSession, SessionOptions, SessionOutlet } from '../session/recognition-session.ts';
import type { SpeechStream, StreamOutlet } from '../speech-stream/speech-stream.ts';
import type { ConnectionFigures } from '../storage/connection-figures.ts';
import type { AcceptedSynthesis } from '../synthesis/batch/submit-synthesis.ts';
import type { LiveSynthesis } from '../synthesis/live/live-synthesis.ts';
import type { StreamedSynthesis, StreamSynthesisInput } from '../synthesis/live/synthesize-stream.ts';
import type { BatchSynthesisInput, LiveSynthesisInput } from '../synthesis/request/synthesis-input.ts';
import type { AudioLinkParts, LinkedAudio } from '../synthesis/results/audio-links.ts';
import type { SynthesisView } from '../synthesis/results/get-synthesis.ts';
import type { RecordingTranscript } from '../transcription/live/transcribe-recording.ts';
import type {
  RecordingInput,
  SubmitTranscriptionOptions,
  TranscribeRecordingOptions,
} from '../transcription/request/transcription-options.ts';
import type { TranscriptRecord } from '../transcription/results/transcript-record.ts';
import type { VocabularyTerm } from '../vocabulary/vocabulary-term.ts';
import type { VoicePageWithCursors } from '../voices/page-voices.ts';
import type { VoiceQuery } from '../voices/voice-query.ts';
import type { DeliveryListQuery } from '../webhooks/list-deliveries.ts';
import type { RotatedWebhookSecret } from '../webhooks/rotate-webhook-secret.ts';
import type { AdminService } from './admin-service.ts';
import type { OnMeasurement } from './measurement.ts';
import type { DependencyProblems, Readiness, ServiceCapability } from './readiness.ts';
import type { UsableModel } from './usable-model.ts';
import type { Backlog, Workload } from './workload.ts';

/**
 * What adapters call: one member for each operation of a caller. HTTP, WebSocket and the console
 * use this and nothing below it, so a third party's adapter can do whatever ours do.
 */
export interface SpeechService {
  /** @throws SpeechError `UNAUTHORIZED`; `FORBIDDEN` for a client token where an app's own is needed */
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Finds out who calls by the token alone: the app is its subject.
   *
   * @param access default `app`, for which client tokens are refused
   * @throws SpeechError as {@link SpeechService.authenticate}
   */
  authenticateToken(token: string | undefined, access?: TokenAccess): Promise<Caller>;
  /**
   * Creates a token of the caller's app for live speech only, which a browser may have. It is valid until its expiry, or until
   * the token that it was made from becomes invalid.
   *
   * @throws SpeechError `FORBIDDEN` for a caller with a client token, `IDEMPOTENCY_CONFLICT`
   */
  createClientToken(
    input: ClientTokenInput,
    options: SubmitOptions & { readonly caller: Caller },
  ): Promise<CreatedClientToken>;
  /**
   * Synthesizes a short text at once. Resolves when the first audio is ready.
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
   * Synthesizes a text at once, with any voice that the app may use and in any format. Resolves when the first audio is ready.
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
   * Refuses an app that could not pay for the shortest recording. Called before any of it is read. Charges nothing, and does not
   * wait for the database if the app was unlimited a moment ago.
   *
   * @throws SpeechError `INSUFFICIENT_SECONDS`, a storage code
   */
  requireSeconds(appId: string): Promise<void>;
  /**
   * Recognizes a recording of any length at once: WAV, MP3, FLAC, Ogg Vorbis, Opus, and whatever ffmpeg reads if it is installed.
   *
   * @param bytes the file as it arrives, below the size limit of batch recordings; it is buffered on disk, not in memory
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
  transcribeShortBytes(
    wav: Uint8Array,
    app: App,
    options?: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>>;
  /**
   * {@link transcribeShortBytes} of a recording at an address.
   *
   * @throws SpeechError also `AUDIO_FETCH_FAILED`, `AUDIO_TOO_LARGE`
   */
  transcribeShortAddress(
    url: string,
    app: App,
    options?: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>>;
  /**
   * Accepts a batch synthesis: once this resolves, it is on disk, with its credits reserved and its job waiting.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`, `INVALID_INPUT`, `TEXT_NOT_SPEAKABLE`, `INSUFFICIENT_CREDIT`,
   * `IDEMPOTENCY_CONFLICT`, `QUEUE_FULL`, `SHUTTING_DOWN` or a storage code
   */
  submitSynthesis(
    input: BatchSynthesisInput,
    app: App,
    options?: SubmitOptions & { readonly kind?: 'batch' | 'legacy' },
  ): Promise<Submitted<AcceptedSynthesis>>;
  /** @throws SpeechError `REQUEST_NOT_FOUND` if it is unknown or another app's, or its audio was deleted */
  getSynthesis(requestId: string, app: App): Promise<SynthesisView>;
  /** Waits until a batch synthesis has succeeded or failed. @throws SpeechError `REQUEST_NOT_FOUND`, `ABORTED` */
  awaitSynthesis(requestId: string, app: App, options?: EngineCallOptions): Promise<SynthesisView>;
  /**
   * Accepts a recording for a transcription job: reads it to its end, checks it and stores it.
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
  /** @throws SpeechError `FORBIDDEN` if the link was altered or has expired, or its audio was deleted */
  openAudio(link: AudioLinkParts): Promise<LinkedAudio>;
  /**
   * Opens a session of live recognition on a connection that was just accepted. The session authenticates the caller, and reports every
   * error to the client as an ERROR message. Never throws.
   */
  openSession(credentials: Credentials, outlet: SessionOutlet, options?: SessionOptions): RecognitionSession;
  /**
   * Opens a speech stream, for text that is still being written, on a connection that was just accepted. The stream authenticates the caller,
   * and reports every error to the client as an ERROR message. Never throws.
   */
  openSpeechStream(credentials: Credentials, outlet: StreamOutlet): SpeechStream;
  /** @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
  listVoices(query: VoiceQuery, appId: string | undefined): Promise<VoicePageWithCursors>;
  /** Every voice that the app may use, best first; without an app, the voices that everybody may use. */
  usableVoices(appId: string | undefined): Promise<readonly Voice[]>;
  /** Counts a call that an adapter refused, for {@link Overview.rejected}. */
  countRejection(status: number, code: string): void;
  /** The models of the available engines, in the order in which engines are chosen. */
  usableModels(): readonly UsableModel[];
  /** Whether the times of words can be found in speech in a language, BCP 47 such as `en-US`. */
  findsWordTimes(languageCode: string): boolean;
  /**
   * Synthesizes the sample sentence of a voice that every caller may see. It needs no credentials, so the adapter should cache it.
   *
   * @returns a whole MP3 file
   * @throws SpeechError `VOICE_NOT_FOUND`, also for a personal voice
   */
  renderDemo?(voiceCode: string): Promise<Uint8Array>;
  /**
   * @param options an Idempotency-Key of the admin API has the scope `admin` instead of an app's id. A repeat may get a newly issued token
   * (same app, same token id), so that no token has to be stored
   * @throws SpeechError `INVALID_INPUT` for an invalid expiry or one in the past, `IDEMPOTENCY_CONFLICT`
   */
  createApp(request: NewAppInput, options?: SubmitOptions & ByOperator): Promise<CreatedApp>;
  /** Oldest first. @throws SpeechError `INVALID_INPUT` for a foreign cursor */
  listApps(query: AppListRequest): Promise<Page<ListedApp>>;
  /** @throws SpeechError `NOT_FOUND` */
  getApp(appId: string): Promise<App>;
  /** @throws SpeechError `NOT_FOUND` */
  revokeApp(appId: string, by?: AdminActor): Promise<App>;
  /** @throws SpeechError `NOT_FOUND` */
  getBalances(appId: string): Promise<Balances>;
  /**
   * Adds credits and seconds to an app's balances, both or neither; an unlimited balance becomes limited to the amount. A repeat with
   * the same reference changes nothing.
   *
   * @throws SpeechError `NOT_FOUND`, `IDEMPOTENCY_CONFLICT` if the reference was used with other amounts
   */
  topUp(appId: string, added: AddedAmounts, by?: AdminActor): Promise<ToppedUp>;
  /** The terms of an app. @throws SpeechError `NOT_FOUND` */
  getVocabulary(appId: string): Promise<AppVocabulary>;
  /**
   * Replaces all of an app's terms. New calls use them at once; in other processes on the same storage within 2 s.
   *
   * @param terms as parsed by `appVocabulary`
   * @throws SpeechError `NOT_FOUND`
   */
  putVocabulary(appId: string, terms: readonly VocabularyTerm[], by?: AdminActor): Promise<AppVocabulary>;
  /**
   * Replaces an app's webhook secret. Replaced secrets sign in addition to the new one for a day; at most five at a time.
   *
   * @param options as in {@link SpeechService.createApp}. A repeat gets the secret that the first request created, even if it has been
   * replaced since
   * @throws SpeechError `NOT_FOUND`, `REQUEST_RATE_EXCEEDED` while five replaced secrets are still within their day, `IDEMPOTENCY_CONFLICT`
   */
  rotateWebhookSecret(appId: string, options?: SubmitOptions & ByOperator): Promise<RotatedWebhookSecret>;
  /**
   * Replaces an app's token; the old one expires at once, or after a grace period.
   *
   * @param options as in {@link SpeechService.createApp}. A repeat gets the token that the first request created
   * @throws SpeechError `NOT_FOUND`; `INVALID_INPUT` if the app was revoked or has expired; `REQUEST_RATE_EXCEEDED` while five
   * old tokens are still valid; `IDEMPOTENCY_CONFLICT`
   */
  rotateToken(appId: string, options: RotateTokenInput & SubmitOptions & ByOperator): Promise<RotatedToken>;
  /** Newest first, syntheses and transcriptions together. */
  listRequests(query: RequestListQuery): Promise<Page<ReportedRequest>>;
  /** @throws SpeechError `INVALID_INPUT` for a period with too many intervals */
  overview(query: OverviewQuery): Promise<Overview>;
  listDeliveries(query: DeliveryListQuery): Promise<Page<WebhookDelivery>>;
  /** Sends a delivery again, with all its attempts, under the same `webhook-id`. @throws SpeechError `NOT_FOUND` */
  replayDelivery(deliveryId: string, by?: AdminActor): Promise<WebhookDelivery>;
  /** @param capability absent: what callers of this process need most, which is `live` if it answers callers and its audio is elsewhere */
  readiness(capability?: ServiceCapability): Promise<Readiness>;
  /** At most a few seconds old. */
  dependencies?(): Promise<DependencyProblems>;
  /** Absent: the service has no administration. */
  readonly admin?: AdminService;
  /** Called for every scrape of the metrics, like {@link backlog}. */
  workload?(): Workload;
  /**
   * A few counts, as of the previous scrape.
   *
   * @throws SpeechError `STORAGE_FAILED`, also if the database does not answer within two seconds
   */
  backlog?(): Promise<Backlog>;
  /** Reports events of this process as they happen. Absent: the service does not measure. */
  readonly onMeasurement?: OnMeasurement;
  /** How many processes of this control group the system killed because memory ran out; `null`: the system does not report it. */
  memoryKills?(): number | null;
  /** Ends of live calls and sessions that are not on record: see the metrics. */
  endFigures?(): EndFigures;
  /** Absent if the database is in this process. */
  readonly connectionFigures?: (() => ConnectionFigures) | undefined;
}
