import {
  type APIConnectOptions,
  type AudioBuffer,
  DEFAULT_API_CONNECT_OPTIONS,
  stt,
  type VAD,
} from '@livekit/agents';
import { AudioResampler, combineAudioFrames } from '@livekit/rtc-node';
import { LiveAudio, type ParlanceClient } from '@parlance/client';
import { toApiError } from '../api-error.ts';
import { type ConnectionOptions, connect } from '../connection.ts';
import { joinSpeech, speechDataOf } from './speech-data.ts';
import { RATE_HZ, SpeechStream } from './speech-stream.ts';

export interface STTOptions extends ConnectionOptions {
  /** BCP 47, such as `en`; chooses among the installed recognizers. Absent: the first one. */
  readonly language?: string | undefined;
  /** Whether there are interim transcripts. Default true. */
  readonly interimResults?: boolean | undefined;
  /** Whether finals have word timings, which need an aligner on the server. Default false. */
  readonly words?: boolean | undefined;
  /** Silence that ends an utterance, 500 to 3000. Absent: the server's default, 800. */
  readonly speechCompleteTimeoutMs?: number | undefined;
  /** With a VAD only speech is sent, and each turn is a separate session. Absent: all audio is sent, including silence. */
  readonly vad?: VAD | undefined;
  /** Audio that is sent from before the VAD noticed speech. Default 500. */
  readonly preRollMs?: number | undefined;
}

const DEFAULT_PRE_ROLL_MS = 500;

/**
 * Speech-to-text with a Parlance server, for mono audio at any rate.
 *
 * @example
 * const session = new voice.AgentSession({ stt: new STT({ vad }), … });
 */
export class STT extends stt.STT {
  label = 'parlance.STT';
  readonly #client: ParlanceClient;
  readonly #options: STTOptions;

  constructor(options: STTOptions = {}) {
    const { interimResults = true, words = false } = options;
    super({ streaming: true, interimResults, alignedTranscript: words ? 'word' : 'chunk' });
    this.#client = connect(options);
    this.#options = options;
  }

  override get provider(): string {
    return 'Parlance';
  }

  stream({ connOptions }: { connOptions?: APIConnectOptions } = {}): SpeechStream {
    const { vad, preRollMs = DEFAULT_PRE_ROLL_MS } = this.#options;
    const config = { ...this.#config(), interimResults: this.capabilities.interimResults };
    return new SpeechStream(this, { client: this.#client, config, turns: { vad, preRollMs }, connOptions });
  }

  /** Recognizes a recording, as fast as the server can. @throws APIError */
  protected async _recognize(buffer: AudioBuffer, abortSignal?: AbortSignal): Promise<stt.SpeechEvent> {
    const samples = samplesOf(buffer);
    const audio = new LiveAudio({ maxSamples: samples.length });
    audio.append(samples);
    audio.close();
    const { language } = this.#options;
    const utterances: stt.SpeechData[] = [];
    let requestId = '';
    const events = this.#client.listenTo(
      audio,
      { position: 0 },
      {
        ...this.#config(),
        sampleRateHz: RATE_HZ,
        readyTimeoutMs: DEFAULT_API_CONNECT_OPTIONS.timeoutMs,
        ...(abortSignal && { signal: abortSignal }),
      },
    );
    try {
      for await (const event of events) {
        requestId = event.sessionId;
        if (event.text !== '') utterances.push(speechDataOf(event, language));
      }
    } catch (error) {
      throw toApiError(error);
    }
    const alternative = joinSpeech(utterances, language);
    return { type: stt.SpeechEventType.FINAL_TRANSCRIPT, requestId, alternatives: [alternative] };
  }

  #config() {
    const { language, words, speechCompleteTimeoutMs } = this.#options;
    return {
      ...(words !== undefined && { words }),
      ...(language !== undefined && { language }),
      ...(speechCompleteTimeoutMs !== undefined && { speechCompleteTimeoutMs }),
    };
  }
}

function samplesOf(buffer: AudioBuffer): Int16Array {
  const frame = combineAudioFrames(buffer);
  if (frame.sampleRate === RATE_HZ || frame.samplesPerChannel === 0) return frame.data;
  const resampler = new AudioResampler(frame.sampleRate, RATE_HZ);
  try {
    return combineAudioFrames([...resampler.push(frame), ...resampler.flush()]).data;
  } finally {
    resampler.close();
  }
}
