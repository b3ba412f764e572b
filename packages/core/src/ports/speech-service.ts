import type { NewAppInput } from '../config/new-app-input.ts';
import type { LiveSynthesisInput } from '../config/synthesis-input.ts';
import type { VoiceQuery } from '../config/voice-query.ts';
import type { App } from '../domain/apps/app.ts';
import type { AudioFormat } from '../domain/audio/output-format.ts';
import type { TranscriptState } from '../domain/requests/transcript-state.ts';
import type { Utterance } from '../domain/speech/utterance.ts';
import type { Voice } from '../domain/voices/voice.ts';
import type { Credentials } from '../use-cases/authenticate.ts';
import type { CreatedApp } from '../use-cases/create-app.ts';
import type { RecognitionSession, SessionOutlet } from './recognition-session.ts';
import type { EngineCallOptions } from './synthesis-engine.ts';

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

export interface TranscriptRecord {
  readonly transcriptId: string;
  readonly status: TranscriptState;
  readonly transcript: string;
  readonly utterances: readonly Utterance[];
  /** Rounded up to whole seconds. */
  readonly audioDurationSeconds: number;
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
  /** @throws SpeechError `UNAUTHORIZED` */
  authenticate(credentials: Credentials): Promise<App>;
  /**
   * Speaks a short text at once. Resolves when the first audio is there.
   *
   * @throws SpeechError `VOICE_NOT_FOUND`, `INVALID_INPUT`, `TEXT_NOT_SPEAKABLE`, `SYNTHESIS_CONCURRENCY_EXCEEDED`,
   * `SHUTTING_DOWN`, `ABORTED` or an engine's code
   */
  synthesizeLive(input: LiveSynthesisInput, app: App, options?: EngineCallOptions): Promise<LiveSynthesis>;
  /**
   * Recognizes a short recording at once.
   *
   * @param wav a whole WAV file, below the size limit
   * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `RECOGNITION_CONCURRENCY_EXCEEDED`, `SHUTTING_DOWN`,
   * `ABORTED` or an engine's code
   */
  transcribeLive(wav: Uint8Array, app: App, options?: EngineCallOptions): Promise<TranscriptRecord>;
  /**
   * Opens a session of live recognition on a connection that was just accepted: who calls is found out in it, and everything
   * that goes wrong is told to the client as an ERROR message. Never throws.
   */
  openSession(credentials: Credentials, outlet: SessionOutlet): RecognitionSession;
  /** @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
  listVoices(query: VoiceQuery, appId: string | undefined): Promise<VoicePageWithCursors>;
  /**
   * Speaks the sample sentence of a voice that every caller may see; asked for by anybody, so the caller caches it.
   *
   * @returns a whole MP3 file
   * @throws SpeechError `VOICE_NOT_FOUND`, also for a personal voice
   */
  renderDemo?(voiceCode: string): Promise<Uint8Array>;
  /** @throws SpeechError `INVALID_INPUT` for an expiry that is no choice or lies in the past */
  createApp(request: NewAppInput): Promise<CreatedApp>;
  listApps(search?: string): Promise<readonly App[]>;
  /** @throws SpeechError `NOT_FOUND` */
  getApp(appId: string): Promise<App>;
  /** @throws SpeechError `NOT_FOUND` */
  revokeApp(appId: string): Promise<App>;
  readiness(): Promise<Readiness>;
}
