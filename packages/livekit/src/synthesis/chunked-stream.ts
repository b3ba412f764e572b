import { type APIConnectOptions, DEFAULT_API_CONNECT_OPTIONS, tts } from '@livekit/agents';
import type { ParlanceClient, SpeakStreamOptions } from '@parlance/client';
import { toApiError } from '../api-error.ts';
import { SegmentWriter } from './segment-writer.ts';

export interface SynthesisParts {
  readonly client: ParlanceClient;
  readonly config: SpeakStreamOptions & { readonly sampleRate: number };
  readonly connOptions?: APIConnectOptions | undefined;
}

/** Synthesizes one text, and returns the audio as it arrives. */
export class ChunkedStream extends tts.ChunkedStream {
  label = 'parlance.ChunkedStream';
  readonly #parts: SynthesisParts;

  constructor(parent: tts.TTS, text: string, parts: SynthesisParts, abortSignal?: AbortSignal) {
    super(text, parent, parts.connOptions, abortSignal);
    this.#parts = parts;
  }

  protected async run(): Promise<void> {
    const { client, config, connOptions = DEFAULT_API_CONNECT_OPTIONS } = this.#parts;
    const { queue, abortSignal: signal } = this;
    let writer: SegmentWriter | undefined;
    try {
      const speech = client.speakStream({ ...config, signal, readyTimeoutMs: connOptions.timeoutMs });
      speech.write(this.inputText);
      speech.end();
      const requestId = await speech.ready;
      const parts = { sampleRateHz: config.sampleRate, requestId };
      writer = new SegmentWriter((audio) => queue.closed || queue.put(audio), parts);
      for await (const event of speech) if (event.type === 'AUDIO') writer.write(event.audio);
      writer.finish();
    } catch (error) {
      if (!signal.aborted) throw toApiError(error, writer?.hasAudio !== true);
    }
  }
}
