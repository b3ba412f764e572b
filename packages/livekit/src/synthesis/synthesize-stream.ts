import { DEFAULT_API_CONNECT_OPTIONS, tts } from '@livekit/agents';
import type { SpeechStream } from '@parlance/client';
import { toApiError } from '../api-error.ts';
import type { SynthesisParts } from './chunked-stream.ts';
import { SegmentWriter } from './segment-writer.ts';

const FLUSH = Symbol('flush');
const END = Symbol('end');
type Written = string | typeof FLUSH | typeof END;

/**
 * Synthesizes a text that is still being written. Each flush ends a segment, which END_OF_STREAM follows. Closing the stream closes the
 * connection, and the server stops synthesizing.
 *
 * After a retryable failure, the open segment is synthesized again if none of its audio was passed on.
 */
export class SynthesizeStream extends tts.SynthesizeStream {
  label = 'parlance.SynthesizeStream';
  readonly #parts: SynthesisParts;
  /** All input except that of completed segments. */
  #unspoken: Written[] = [];
  /** When the first text of each of those segments arrived. */
  #starts: { readonly time: number; readonly hrTime: bigint }[] = [];
  #speech: SpeechStream | undefined;
  #hasText: Promise<boolean> | undefined;

  constructor(parent: tts.TTS, parts: SynthesisParts) {
    super(parent, parts.connOptions);
    this.#parts = parts;
  }

  protected async run(): Promise<void> {
    this.#hasText ??= new Promise((resolve) => {
      this.#readInput(resolve);
    });
    if (!(await this.#hasText) || this.#unspoken[0] === END) return;
    const { client, config, connOptions = DEFAULT_API_CONNECT_OPTIONS } = this.#parts;
    const { abortSignal: signal } = this;
    let writer: SegmentWriter | undefined;
    try {
      const speech = client.speakStream({ ...config, signal, readyTimeoutMs: connOptions.timeoutMs });
      this.#speech = speech;
      for (const written of this.#unspoken) send(speech, written);
      const requestId = await speech.ready;
      this.noteProviderRequestId(requestId);
      const parts = { sampleRateHz: config.sampleRate, requestId };
      writer = new SegmentWriter((audio) => this.#put(audio), parts);
      for await (const event of speech) {
        if (event.type === 'AUDIO') {
          this.markStarted(this.#starts[0]);
          writer.write(event.audio);
        } else if (event.type === 'FLUSHED') {
          this.#finishSegment(writer);
          // The framework drops a segment's mark after its last frame, so the next mark must be set after that.
          await new Promise(setImmediate);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw toApiError(error, writer?.hasAudio !== true);
    } finally {
      this.#speech = undefined;
    }
  }

  /** Runs once, even if the connection is opened several times. A segment without text is skipped. */
  async #readInput(tellHasText: (hasText: boolean) => void): Promise<void> {
    let hasText = false;
    for await (const item of this.input) {
      if (typeof item === 'symbol') {
        if (hasText) this.#write(FLUSH);
        hasText = false;
      } else if (hasText || item.trim() !== '') {
        if (!hasText) this.#starts.push({ time: performance.now() / 1000, hrTime: process.hrtime.bigint() });
        hasText = true;
        this.#write(item);
        tellHasText(true);
      }
    }
    this.#write(END);
    tellHasText(false);
  }

  #write(written: Written): void {
    this.#unspoken.push(written);
    if (this.#speech !== undefined) send(this.#speech, written);
  }

  #finishSegment(writer: SegmentWriter): void {
    this.#unspoken = this.#unspoken.slice(this.#unspoken.indexOf(FLUSH) + 1);
    this.#starts.shift();
    writer.finish();
    this.#put(SynthesizeStream.END_OF_STREAM);
  }

  #put(audio: tts.SynthesizedAudio | typeof SynthesizeStream.END_OF_STREAM): void {
    if (!this.queue.closed) this.queue.put(audio);
  }
}

function send(speech: SpeechStream, written: Written): void {
  if (written === FLUSH) speech.flush();
  else if (written === END) speech.end();
  else speech.write(written);
}
