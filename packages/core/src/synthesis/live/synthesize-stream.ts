import type { App } from '../../accounts/app.ts';
import type { AudioFormat, StreamContainer } from '../../audio/output-format.ts';
import { createPcm16Decoder } from '../../audio/pcm-format.ts';
import type { Transcoder, TranscoderContainer } from '../../audio/transcoder.ts';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import type { Voice } from '../../engine/voice.ts';
import { vocabularyOfCall } from '../../vocabulary/vocabulary-of.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import { chooseFormat, contentTypeOf } from '../request/choose-format.ts';
import { requireWordTimes, type TimedWord } from '../words/word-timer.ts';
import type { LiveSynthesis } from './live-synthesis.ts';
import type { LiveSynthesizer } from './live-synthesizer.ts';
import { speakLive } from './speak-live.ts';

/** Input of {@link SpeechService.synthesizeStream}. */
export interface StreamSynthesisInput {
  /** Trimmed, not empty, at most 4096 code points. */
  readonly text: string;
  readonly voiceCode: string;
  /** 0.25 to 4. Above what an engine supports, its audio is shortened with its pitch unchanged. */
  readonly speed: number;
  /** `pcm` (16-bit mono) and `opus` are always at 24 kHz; the others at the voice's highest rate. */
  readonly container: StreamContainer;
  /**
   * Called with the words of each segment, with offsets into the text and seconds of the audio, once they are known: after the audio of the
   * segment and before the end of all audio. Absent: they are not computed.
   */
  readonly onWords?: ((words: readonly TimedWord[]) => void) | undefined;
  /** Terms of this call. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
}

export type StreamedSynthesis = Omit<LiveSynthesis, 'format'>;

/** Clients of `pcm` get no information about the rate: it is 24 kHz by convention. Opus has few rates, and this is one of them. */
const AGREED_RATE_HZ = 24_000;
/** A slow reader slows down the whole chain; a reader that stops is disconnected by the adapter long before. */
const ENCODE_TIMEOUT_MS = 3_600_000;

interface Way {
  /** The format that our own codec encodes. */
  readonly format: AudioFormat;
  readonly contentType: string;
  /** The format that ffmpeg makes of that. */
  readonly container?: TranscoderContainer;
}

/**
 * Synthesizes a text at once, with any voice, in any format.
 *
 * @throws SpeechError see {@link SpeechService.synthesizeStream}
 */
export async function synthesizeStream(
  live: LiveSynthesizer,
  { text, voiceCode, speed, container, vocabulary, onWords }: StreamSynthesisInput,
  app: App,
  options: EngineCallOptions = {},
): Promise<StreamedSynthesis> {
  const voice = live.catalogue.find(voiceCode, app.appId);
  if (onWords !== undefined) requireWordTimes(live.alignerFor, voice);
  const way = wayTo(container, voice);
  const { vocabularyOf = vocabularyOfCall } = live;
  const terms = (await vocabularyOf(app.appId, vocabulary))?.readings;
  const order = { text, voice, speed, format: way.format, terms, onWords };
  const spoken = await speakLive(
    live,
    way.container === undefined
      ? order
      : { ...order, transform: encoderOf(live.transcoder, way.container, way.format) },
    { app, ...options },
  );
  return { ...spoken, contentType: way.contentType };
}

function wayTo(container: StreamContainer, voice: Voice): Way {
  switch (container) {
    case 'mp3':
    case 'wav': {
      const format = chooseFormat({ outputFormat: container }, voice);
      return { format, contentType: contentTypeOf(format) };
    }
    case 'pcm': {
      const format: AudioFormat = { container: 'pcm', sampleRateHz: AGREED_RATE_HZ };
      return { format, contentType: contentTypeOf(format) };
    }
    case 'opus':
      return {
        format: { container: 'pcm', sampleRateHz: AGREED_RATE_HZ },
        contentType: 'audio/ogg',
        container,
      };
    case 'aac':
    case 'flac':
      return {
        format: chooseFormat({ outputFormat: 'pcm' }, voice),
        contentType: `audio/${container}`,
        container,
      };
  }
}

function encoderOf(
  transcoder: Pick<Transcoder, 'encode'>,
  container: TranscoderContainer,
  { sampleRateHz }: AudioFormat,
) {
  return async function* (
    pieces: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    yield* transcoder.encode(samplesOf(pieces), {
      container,
      sampleRateHz,
      signal,
      timeoutMs: ENCODE_TIMEOUT_MS,
    });
  };
}

async function* samplesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Float32Array, void, undefined> {
  const decoder = createPcm16Decoder();
  for await (const bytes of pieces) yield decoder.decode(bytes);
}
