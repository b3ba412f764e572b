import { appIdOf } from './app-id.ts';
import type { Connection, RequestOptions } from './http/call.ts';
import { type SpeakOptions, type SpokenAnswer, speak } from './http/speak.ts';
import {
  getSpeech,
  type SpeechRequest,
  type SpeechRequestRecord,
  submitSpeech,
  waitForSpeech,
} from './http/speech-requests.ts';
import {
  getTranscript,
  submitRecording,
  type TranscribeOptions,
  type Transcript,
  type WavSource,
  waitForTranscript,
} from './http/transcripts.ts';
import { listVoices, type VoiceFilter, type VoicePage } from './http/voices.ts';
import type { WaitOptions } from './http/wait-for.ts';
import { type AudioSource, type ListenOptions, listen } from './live/listen.ts';
import { type ListenToEvent, type ListenToOptions, listenTo } from './live/listen-to.ts';
import type { AudioStretch, LiveAudio } from './live/live-audio.ts';
import type { LiveSession } from './live/live-session.ts';
import { type SpeakStreamOptions, type SpeechStream, speakStream } from './live/speak-stream.ts';

export interface ClientOptions {
  /** URL of the server, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Absent: the app of the token. */
  readonly appId?: string | undefined;
  readonly token: string;
  /** Absent: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Absent: the global one. */
  readonly WebSocket?: typeof WebSocket | undefined;
}

/** The operations of a Parlance server. Every member rejects with `ParlanceError`, or with the reason of an abort. */
export interface ParlanceClient {
  /** Synthesizes up to 300 characters; resolves when the first audio arrives. */
  speak(text: string, options: SpeakOptions): Promise<SpokenAnswer>;
  /** Submits a text of up to 100 000 characters; the result is sent to a webhook and returned by `waitForSpeech`. */
  submitSpeech(request: SpeechRequest, options?: RequestOptions): Promise<SpeechRequestRecord>;
  getSpeech(requestId: string, options?: Pick<RequestOptions, 'signal'>): Promise<SpeechRequestRecord>;
  /** Polls until the request has succeeded or failed. Polls that fail for a temporary reason are repeated, so a wait survives a restart of the server. */
  waitForSpeech(requestId: string, options?: WaitOptions): Promise<SpeechRequestRecord>;
  /** Recognizes a recording of less than ten seconds at once. */
  transcribe(source: WavSource, options?: TranscribeOptions): Promise<Transcript>;
  /** Submits a recording below 100 MB. */
  submitRecording(source: WavSource, options?: TranscribeOptions): Promise<Transcript>;
  getTranscript(transcriptId: string, options?: Pick<RequestOptions, 'signal'>): Promise<Transcript>;
  /** See {@link ParlanceClient.waitForSpeech}. */
  waitForTranscript(transcriptId: string, options?: WaitOptions): Promise<Transcript>;
  /** Recognizes while somebody speaks. */
  listen(audio: AudioSource, options: ListenOptions): LiveSession;
  /** The same for as long as there is audio, over many sessions; after a lost connection, audio without a final can be sent again. */
  listenTo(audio: LiveAudio, stretch: AudioStretch, options: ListenToOptions): AsyncGenerator<ListenToEvent>;
  /** Synthesizes a text while it is being written, for example by a language model. */
  speakStream(options?: SpeakStreamOptions): SpeechStream;
  voices(filter?: VoiceFilter): Promise<VoicePage>;
}

/** @throws ParlanceError `UNAUTHORIZED` if there is no `appId` and the token names no app */
export function createParlanceClient(options: ClientOptions): ParlanceClient {
  const connection: Connection = {
    url: options.url.replace(/\/+$/, ''),
    appId: options.appId ?? appIdOf(options.token),
    token: options.token,
    // Called without a receiver, since a browser's own `fetch` accepts only the window as receiver.
    fetch: options.fetch ?? ((...args) => fetch(...args)),
  };
  const Socket = options.WebSocket ?? WebSocket;
  const startListening = (audio: AudioSource, listenOptions: ListenOptions): LiveSession =>
    listen(connection, Socket, audio, listenOptions);
  return {
    speak: (text, speakOptions) => speak(connection, text, speakOptions),
    submitSpeech: (request, requestOptions = {}) => submitSpeech(connection, request, requestOptions),
    getSpeech: (requestId, requestOptions = {}) => getSpeech(connection, requestId, requestOptions),
    waitForSpeech: (requestId, waitOptions = {}) => waitForSpeech(connection, requestId, waitOptions),
    transcribe: (source, transcribeOptions = {}) =>
      submitRecording(connection, source, 'sync', transcribeOptions),
    submitRecording: (source, transcribeOptions = {}) =>
      submitRecording(connection, source, 'async', transcribeOptions),
    getTranscript: (transcriptId, requestOptions = {}) =>
      getTranscript(connection, transcriptId, requestOptions),
    waitForTranscript: (transcriptId, waitOptions = {}) =>
      waitForTranscript(connection, transcriptId, waitOptions),
    listen: startListening,
    listenTo: (audio, stretch, listenOptions) => listenTo(startListening, audio, stretch, listenOptions),
    speakStream: (streamOptions = {}) => speakStream(connection, Socket, streamOptions),
    voices: (filter = {}) => listVoices(connection, filter),
  };
}
