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

/** What {@link SpeechService.synthesizeStream} is asked for. */
export interface StreamSynthesisInput {
  /** Trimmed, not empty, at most 4096 code points. */
  readonly text: string;
  readonly voiceCode: string;
  /** 0.25 to 4. Above what an engine does, its audio is made shorter with its pitch kept. */
  readonly speed: number;
  /** `pcm`, 16-bit mono, and `opus` are at 24 kHz whatever the voice's rate; the others at the voice's highest. */
  readonly container: StreamContainer;
  /**
   * Told of the words of each segment, with offsets into the text and seconds of the audio, once they are found: after the audio of the
   * segment and before the end of all audio. Absent: they are not looked for.
   */
  readonly onWords?: ((words: readonly TimedWord[]) => void) | undefined;
  /** Terms of this call. */
  readonly vocabulary?: readonly VocabularyTerm[] | undefined;
}

export type StreamedSynthesis = Omit<LiveSynthesis, 'format'>;

/** Clients of `pcm` are told no rate: it is 24 kHz by agreement. Opus has few rates, and this is one of them. */
const AGREED_RATE_HZ = 24_000;
/** A slow reader holds the whole chain back; who reads nothing is cut off by the adapter long before. */
const ENCODE_TIMEOUT_MS = 3_600_000;

interface Way {
  /** What our own codec makes of the speech. */
  readonly format: AudioFormat;
  readonly contentType: string;
  /** What ffmpeg makes of that. */
  readonly container?: TranscoderContainer;
}

/**
 * Speaks a text at once, by any voice, in any format.
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
