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

/** The fields of the batch request, each with the default of the interface but `outputFormat`, which is `wav` here. */
export interface SpeakOptions extends Optional<Omit<SpeakInput, 'text'>> {
  /** Absent: the service's setting. */
  readonly latency?: 'lowest' | 'natural' | undefined;
  /** Whether speech of the same words from before will do, and this one may be kept. Default: for up to 300 characters. */
  readonly cache?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A piece of mono audio that comes in: bytes of 16-bit little-endian PCM, cut anywhere, such samples, or samples in [-1, 1].
 */
export type PcmPiece = Uint8Array | Int16Array | Float32Array;

/** Samples in memory. */
export interface PcmSource {
  /** Mono in [-1, 1]. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** A recording's bytes, its path, or samples. WAV, MP3, FLAC, Ogg Vorbis and Opus are read; with ffmpeg installed, whatever it reads. */
export type TranscribeSource = Uint8Array | string | PcmSource;

export interface TranscribeSpeechOptions {
  /** BCP 47, such as `en-US`: chooses the recognizer. Absent: the first one. */
  readonly language?: string | undefined;
  /**
   * Whether each utterance is to have `words` with their times, from an aligner where the recognizer tells none. Absent: those of
   * recognizers that tell them.
   */
  readonly words?: boolean | undefined;
  /**
   * `separate` recognizes each channel of a recording by itself: utterances have `channel`, from 0, and stand in order of their start.
   * Default `mixed`: the mean of all channels. Samples in memory are mono.
   */
  readonly channels?: 'mixed' | 'separate' | undefined;
  /** Names and words of your own, which are written as they are spelled here wherever they are heard. Up to 200. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SpeechTranscript extends Transcript {
  /** Exact, unlike the interface's rounded one. */
  readonly durationSeconds: number;
}

export interface ListenOptions {
  /** Of the audio that comes in: 16-bit little-endian bytes or samples in [-1, 1], mono. */
  readonly sampleRateHz: number;
  /** Default false. */
  readonly interimResults?: boolean | undefined;
  /** Silence that ends an utterance, 500 to 3000 ms. Default 800. */
  readonly speechCompleteTimeoutMs?: number | undefined;
  readonly language?: string | undefined;
  /** Whether finals are to have `words` with their times, as of {@link TranscribeSpeechOptions}. Default false. */
  readonly words?: boolean | undefined;
  /** As of {@link TranscribeSpeechOptions}. What was heard for them stands in `recognition.heard`. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Speech in-process: text to audio, audio to text, live or whole.
 *
 * Every call takes an `AbortSignal` and rejects with a {@link SpeechError}. Engines load at first use, or by {@link Speech.warm}.
 */
export interface Speech extends AsyncDisposable {
  /**
   * Speaks a text of up to 100 000 code points. Faults of the options are thrown at once, engines' while it is read.
   *
   * @param text whole, or in pieces, cut anywhere, while it is being written, as by a language model: each sentence is spoken as soon as
   * its end is sure. Pieces are asked for no faster than they are spoken and read
   */
  speak(text: string | AsyncIterable<string>, options?: SpeakOptions): SpokenAudio;
  /** Recognizes a recording of any length. */
  transcribe(source: TranscribeSource, options?: TranscribeSpeechOptions): Promise<SpeechTranscript>;
  /** Recognizes audio while it comes in, from a microphone or a socket. Ends when the source does. */
  listen(
    audio: AsyncIterable<PcmPiece>,
    options: ListenOptions,
  ): AsyncGenerator<RecognitionEvent, void, undefined>;
  voices(filter?: VoiceFilter): Promise<readonly Voice[]>;
  /**
   * Fetches missing models and loads the engines, so that no request waits for it.
   *
   * @param part absent: both
   */
  warm(part?: SpeechPart): Promise<void>;
  /**
   * Gets ready to serve: as `warm()`, but where default engines don't stay loaded without work (`keepDefaultsLoaded`), it only fetches
   * their models, and the first call loads what it uses.
   */
  prepare(): Promise<void>;
  /** @returns a function that takes the listener off again */
  on<Name extends keyof SpeechEventMap>(name: Name, listener: SpeechEventMap[Name]): () => void;
  readonly events: SpeechEvents;
  /** What adapters stand on. */
  readonly service: SpeechService;
  /**
   * Takes on no more jobs of batch requests, lets those under way end within the time and hands the rest back to the queue.
   * Live work goes on. Safe to call twice.
   */
  stopWork(timeoutMs: number): Promise<void>;
  /**
   * Waits until every live call and session that has ended is on record and charged, for as long as the database is away within the time.
   * What {@link Speech.close} gives only a moment.
   */
  writeEnds(timeoutMs: number): Promise<void>;
  /**
   * Stops what runs, hands jobs back, ends every worker. Speech and recognition that were under way, or are asked for from then on,
   * reject with `SHUTTING_DOWN`. Safe to call twice.
   */
  close(): Promise<void>;
}
