import type { Voice } from '@parlance/core/engine';
import type { RecognitionEvent } from '@parlance/core/recognition';
import type { SpeechService } from '@parlance/core/service';
import type { SpeakInput } from '@parlance/core/synthesis';
import type { Transcript } from '@parlance/core/transcription';
import type { VocabularyTerm } from '@parlance/core/vocabulary';
import type { VoiceFilter } from '@parlance/core/voices';
import type { SpeechEventMap, SpeechEvents } from './speech-events.ts';
import type { SpokenAudio } from './spoken-audio.ts';
import type { SpeechPart } from './warmth.ts';

type Optional<Type> = { readonly [Key in keyof Type]?: Type[Key] | undefined };

/** The fields of the batch request, with the same defaults except for `outputFormat`, which is `wav` here. */
export interface SpeakOptions extends Optional<Omit<SpeakInput, 'text'>> {
  /** Whether the audio begins with one short clause (`lowest`) or a whole sentence (`natural`). Absent: the service's setting. */
  readonly latency?: 'lowest' | 'natural' | undefined;
  /** Whether cached audio of the same words may be used, and this audio may be cached. Default: true for up to 300 characters. */
  readonly cache?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A chunk of mono input: bytes of 16-bit little-endian PCM, cut anywhere, 16-bit samples, or samples in [-1, 1].
 */
export type PcmPiece = Uint8Array | Int16Array | Float32Array;

/** Samples in memory. */
export interface PcmSource {
  /** Mono in [-1, 1]. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** A recording's bytes, its path, or samples. Supports WAV, MP3, FLAC, Ogg Vorbis and Opus, and with ffmpeg installed all formats that it reads. */
export type TranscribeSource = Uint8Array | string | PcmSource;

export interface TranscribeSpeechOptions {
  /** A BCP 47 tag such as `en-US`, which chooses the recognizer. Absent: the first recognizer. */
  readonly language?: string | undefined;
  /**
   * Whether each utterance gets `words` with their times, from an aligner if the recognizer has no word timings. Absent: only if the
   * recognizer has them.
   */
  readonly words?: boolean | undefined;
  /**
   * `separate` recognizes each channel of a recording by itself: utterances have `channel`, counted from 0, and are sorted by their start.
   * Default `mixed`: the mean of all channels. Samples in memory are mono.
   */
  readonly channels?: 'mixed' | 'separate' | undefined;
  /** Your own names and words, up to 200. Wherever they are recognized, they are written as they are spelled here. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SpeechTranscript extends Transcript {
  /** Exact, unlike the rounded value of the HTTP interface. */
  readonly durationSeconds: number;
}

export interface ListenOptions {
  /** Sample rate of the input: mono, 16-bit little-endian bytes or samples in [-1, 1]. */
  readonly sampleRateHz: number;
  /** Default false. */
  readonly interimResults?: boolean | undefined;
  /** Silence that ends an utterance, 500 to 3000 ms. Default 800. */
  readonly speechCompleteTimeoutMs?: number | undefined;
  readonly language?: string | undefined;
  /** Whether finals have `words` with their times, as in {@link TranscribeSpeechOptions}. Default false. */
  readonly words?: boolean | undefined;
  /** As in {@link TranscribeSpeechOptions}. The recognizer's own output is in `recognition.heard`. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Speech in-process: synthesis and recognition, live or of whole texts and recordings.
 *
 * Every call accepts an `AbortSignal` and rejects with a {@link SpeechError}. Engines are loaded at first use, or by {@link Speech.warm}.
 */
export interface Speech extends AsyncDisposable {
  /**
   * Synthesizes a text of up to 100 000 code points. Invalid options throw at once, failures of engines while the audio is read.
   *
   * @param text a string, or pieces of a text that is still being written, as by a language model, cut anywhere: each sentence is synthesized as
   * soon as its end is certain. Pieces are pulled no faster than they are synthesized and read
   */
  speak(text: string | AsyncIterable<string>, options?: SpeakOptions): SpokenAudio;
  /** Recognizes a recording of any length. */
  transcribe(source: TranscribeSource, options?: TranscribeSpeechOptions): Promise<SpeechTranscript>;
  /** Recognizes audio while it arrives, from a microphone or a socket. Ends when the source does. */
  listen(
    audio: AsyncIterable<PcmPiece>,
    options: ListenOptions,
  ): AsyncGenerator<RecognitionEvent, void, undefined>;
  voices(filter?: VoiceFilter): Promise<readonly Voice[]>;
  /**
   * Fetches missing models and loads the engines, so that no request has to wait for them.
   *
   * @param part absent: both
   */
  warm(part?: SpeechPart): Promise<void>;
  /**
   * Prepares to serve calls: like `warm()`, but if default engines are unloaded while idle (`keepDefaultsLoaded: false`), it only fetches
   * their models, and the first call loads what it uses.
   */
  prepare(): Promise<void>;
  /** @returns a function that removes the listener */
  on<Name extends keyof SpeechEventMap>(name: Name, listener: SpeechEventMap[Name]): () => void;
  readonly events: SpeechEvents;
  /** The service that adapters use. */
  readonly service: SpeechService;
  /**
   * Starts no more jobs of batch requests, waits up to `timeoutMs` for running ones and returns the rest to the queue.
   * Live calls continue. Safe to call twice.
   */
  stopWork(timeoutMs: number): Promise<void>;
  /**
   * Waits until every live call and session that has ended is recorded and charged, for at most `timeoutMs` if the database does not answer.
   * {@link Speech.close} itself waits only a moment for this.
   */
  writeEnds(timeoutMs: number): Promise<void>;
  /**
   * Stops all work, returns jobs to the queue, ends every worker. Running and new calls reject with `SHUTTING_DOWN`.
   * Safe to call twice.
   */
  close(): Promise<void>;
}
