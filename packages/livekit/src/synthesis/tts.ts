import { type APIConnectOptions, tts } from '@livekit/agents';
import type { ParlanceClient } from '@parlance/client';
import { type ConnectionOptions, connect } from '../connection.ts';
import { ChunkedStream, type SynthesisParts } from './chunked-stream.ts';
import { SynthesizeStream } from './synthesize-stream.ts';

export interface VoiceOptions {
  /** Code of a voice that the app may use. Absent: the server's default voice. */
  readonly voice?: string | undefined;
  /** 0.25 to 1.9; 1 is the voice's own. */
  readonly speed?: number | undefined;
}

export interface TTSOptions extends ConnectionOptions, VoiceOptions {
  /** In Hz, one of the voice's rates. Default 22050, which voices of 16 kHz do not have. */
  readonly sampleRate?: number | undefined;
}

const DEFAULT_RATE_HZ = 22_050;

/**
 * Text-to-speech with a Parlance server, which speaks while the text is written.
 *
 * @example
 * const session = new voice.AgentSession({ tts: new TTS({ voice: 'joe' }), … });
 */
export class TTS extends tts.TTS {
  label = 'parlance.TTS';
  readonly #client: ParlanceClient;
  #voice: VoiceOptions;

  constructor({ voice, speed, sampleRate = DEFAULT_RATE_HZ, ...connection }: TTSOptions = {}) {
    super(sampleRate, 1, { streaming: true });
    this.#client = connect(connection);
    this.#voice = { voice, speed };
  }

  override get provider(): string {
    return 'Parlance';
  }

  /** Code of the voice. */
  override get model(): string {
    return this.#voice.voice ?? 'default';
  }

  /** Applies to what is spoken from now on; an absent member stays unchanged. */
  updateOptions({ voice = this.#voice.voice, speed = this.#voice.speed }: VoiceOptions): void {
    this.#voice = { voice, speed };
  }

  /** Synthesizes one text of up to 20,000 characters. */
  synthesize(text: string, connOptions?: APIConnectOptions, abortSignal?: AbortSignal): ChunkedStream {
    return new ChunkedStream(this, text, this.#parts(connOptions), abortSignal);
  }

  /** Synthesizes text while it is pushed, up to 20,000 characters. */
  stream({ connOptions }: { connOptions?: APIConnectOptions } = {}): SynthesizeStream {
    return new SynthesizeStream(this, this.#parts(connOptions));
  }

  #parts(connOptions: APIConnectOptions | undefined): SynthesisParts {
    const { voice: voiceCode, speed } = this.#voice;
    const config = {
      sampleRate: this.sampleRate,
      ...(voiceCode !== undefined && { voiceCode }),
      ...(speed !== undefined && { speed }),
    };
    return { client: this.#client, config, connOptions };
  }
}
