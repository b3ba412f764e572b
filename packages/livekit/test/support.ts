import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { APIError, stt, VAD, VADEventType, VADStream } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { concatSamples, encodePcm16 } from '@parlance/core/audio';
import { tone } from '@parlance/testkit';
import { expect } from 'vitest';

export const RATE_HZ = 16_000;
/** The framework delivers microphone audio in frames of 10 ms. */
const FRAMES_PER_SECOND = 100;

/** A tone, which the fake engines treat as speech. */
export const hum = (seconds: number, sampleRateHz = RATE_HZ): Float32Array =>
  tone({ frequencyHz: 200, sampleRateHz, lengthSamples: seconds * sampleRateHz });
export const silence = (seconds: number, sampleRateHz = RATE_HZ): Float32Array =>
  new Float32Array(seconds * sampleRateHz);

export function framesOf(parts: readonly Float32Array[], sampleRateHz = RATE_HZ): AudioFrame[] {
  const bytes = encodePcm16(concatSamples(parts));
  const samples = new Int16Array(bytes.slice().buffer);
  const frameSamples = sampleRateHz / FRAMES_PER_SECOND;
  return Array.from({ length: Math.ceil(samples.length / frameSamples) }, (_, index) => {
    const data = samples.slice(index * frameSamples, (index + 1) * frameSamples);
    return new AudioFrame(data, sampleRateHz, 1, data.length);
  });
}

export const secondsOf = (frames: readonly AudioFrame[]): number =>
  frames.reduce((sum, { samplesPerChannel, sampleRate }) => sum + samplesPerChannel / sampleRate, 0);

/** Name of an event, for readable test failures. */
export const nameOf = ({ type }: stt.SpeechEvent): string => stt.SpeechEventType[type] ?? String(type);

/** Treats loud audio as speech, since the framework's own VAD does not detect speech in a tone. */
export class LoudnessVad extends VAD {
  label = 'test.LoudnessVad';
  readonly silenceMs: number;

  constructor({ silenceMs = 300 } = {}) {
    super({ updateInterval: 10 });
    this.silenceMs = silenceMs;
  }

  override get minSilenceDuration(): number {
    return this.silenceMs;
  }

  stream(): VADStream {
    return new LoudnessStream(this);
  }
}

class LoudnessStream extends VADStream {
  constructor(vad: LoudnessVad) {
    super(vad);
    void this.#listen(vad.silenceMs);
  }

  async #listen(silenceMs: number): Promise<void> {
    let speechMs = 0;
    let quietMs = 0;
    let isSpeaking = false;
    let samplesIndex = 0;
    let heard: AudioFrame[] = [];
    for (;;) {
      const { done, value: frame } = await this.inputReader.read();
      if (done) break;
      if (typeof frame === 'symbol') continue;
      const frameMs = (frame.samplesPerChannel / frame.sampleRate) * 1000;
      samplesIndex += frame.samplesPerChannel;
      const isLoud = frame.data.some((sample) => Math.abs(sample) > 300);
      quietMs = isLoud ? 0 : quietMs + frameMs;
      speechMs = isLoud || isSpeaking ? speechMs + frameMs : 0;
      heard = speechMs > 0 ? [...heard, frame] : [];
      const tell = (type: VADEventType): void => {
        const frames = type === VADEventType.INFERENCE_DONE ? [frame] : heard;
        this.sendVADEvent({
          ...{ type, samplesIndex, timestamp: Date.now(), frames, speaking: isSpeaking },
          ...{ speechDuration: speechMs, silenceDuration: quietMs, probability: Number(isLoud) },
          ...{ inferenceDuration: 0, rawAccumulatedSilence: quietMs, rawAccumulatedSpeech: speechMs },
        });
      };
      tell(VADEventType.INFERENCE_DONE);
      if (!isSpeaking && speechMs >= 50) {
        isSpeaking = true;
        tell(VADEventType.START_OF_SPEECH);
      } else if (isSpeaking && quietMs >= silenceMs) {
        isSpeaking = false;
        tell(VADEventType.END_OF_SPEECH);
        speechMs = 0;
      }
    }
  }
}

/** A proxy that drops connections on request. */
export async function unreliable(baseURL: string) {
  const { hostname, port } = new URL(baseURL);
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The proxy has no port.');
  return {
    baseURL: `http://127.0.0.1:${address.port}`,
    /** Since the beginning. */
    get connections(): number {
      return connections;
    },
    loseConnections(): void {
      for (const socket of open) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      this.loseConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Collects the errors that an object reports; without a listener they would be thrown. */
export function errorsOf(emitter: stt.STT | import('@livekit/agents').tts.TTS) {
  const errors: { readonly error: Error; readonly recoverable: boolean }[] = [];
  const keep = (error: { readonly error: Error; readonly recoverable: boolean }): void => {
    errors.push(error);
  };
  if (emitter instanceof stt.STT) emitter.on('error', keep);
  else emitter.on('error', keep);
  return errors;
}

/** Expects that an invalid token was reported once and not retried. */
export function expectRefusal(errors: ReturnType<typeof errorsOf>): void {
  expect(errors).toHaveLength(1);
  expect(errors[0]?.error).toBeInstanceOf(APIError);
  expect(errors[0]).toMatchObject({
    recoverable: false,
    error: { retryable: false, body: { code: 'UNAUTHORIZED' } },
  });
}
