import type {
  EngineCallOptions,
  Recognition,
  RecognitionCapabilities,
  RecognitionEngine,
} from '@parlance/core/engine';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import { beginCall, type FakeCall, type RunningCall, stateAfter } from './fake-call.ts';
import { fakeRecognitionStream } from './fake-recognition-stream.ts';
import { interruptible } from './interruptible.ts';

/** The results of a {@link FakeRecognitionEngine}, segment by segment. */
export interface RecognitionScript {
  /** The result of each segment in order; the last one is repeated. Default: one empty text. */
  readonly texts?: readonly (string | Recognition)[];
  /** Computes the result of a segment from its samples, in place of `texts`; a stream passes the whole utterance so far. */
  readonly hear?: (samples: Float32Array) => string | Recognition;
  /** Awaited before each result; return the promise of a {@link deferred} to pause the engine. */
  readonly gate?: (segmentIndex: number) => Promise<void> | undefined;
  /** Error codes with which segments fail, by index. */
  readonly failures?: Readonly<Record<number, SpeechErrorCode>>;
}

export interface FakeRecognitionOptions {
  readonly id?: string;
  readonly script?: RecognitionScript;
  readonly capabilities?: Partial<RecognitionCapabilities>;
}

/** The record of a segment. */
export interface SegmentLength {
  /** Number of samples. */
  readonly length: number;
}

export interface FakeRecognitionEngine extends RecognitionEngine {
  /** Every segment in order, with its number of samples and its state. For the samples use {@link RecognitionScript.hear}. */
  readonly calls: readonly FakeCall<SegmentLength>[];
  readonly warmCalls: number;
  readonly isClosed: boolean;
}

const CAPABILITIES: RecognitionCapabilities = {
  streaming: false,
  logProbabilities: false,
  tokenTimes: false,
  punctuated: true,
  languages: ['en'],
  sampleRateHz: 16_000,
  maxSegmentSamples: 16_000 * 9,
  concurrency: 4,
};

/**
 * A recognition engine with scripted results. It fulfils the port's contract (abort, close, errors, a segment that is too long is refused with
 * `INVALID_INPUT`) and waits only where the script does. With `capabilities.streaming` it has streams, which pass the whole utterance so far
 * to the script with every piece.
 */
export function fakeRecognitionEngine(options: FakeRecognitionOptions = {}): FakeRecognitionEngine {
  const script = options.script ?? {};
  const capabilities = { ...CAPABILITIES, ...options.capabilities };
  const shutdown = new AbortController();
  const calls: RunningCall<SegmentLength>[] = [];
  let warmCalls = 0;

  async function recognize(samples: Float32Array, { signal }: EngineCallOptions = {}): Promise<Recognition> {
    const call = beginCall(calls, { length: samples.length });
    try {
      refuseTooLong(samples, capabilities.maxSegmentSamples);
      await interruptible(script.gate?.(call.index), signal, shutdown.signal);
      const code = script.failures?.[call.index];
      if (code) throw new SpeechError(code, `The script lets segment ${call.index} fail with ${code}.`);
      call.state = 'done';
      return answer(script, call.index, samples);
    } catch (error) {
      call.state = stateAfter(error);
      throw error;
    }
  }

  return {
    id: options.id ?? 'fake',
    capabilities,
    calls,
    get warmCalls() {
      return warmCalls;
    },
    get isClosed() {
      return shutdown.signal.aborted;
    },
    warm: async () => {
      warmCalls += 1;
    },
    recognize,
    ...(capabilities.streaming && {
      openStream: async ({ signal }: EngineCallOptions = {}) => {
        await interruptible(undefined, signal, shutdown.signal);
        return fakeRecognitionStream((samples) => recognize(samples, signal ? { signal } : {}));
      },
    }),
    close: async () => shutdown.abort(),
  };
}

function answer({ texts = [], hear }: RecognitionScript, index: number, samples: Float32Array): Recognition {
  if (hear !== undefined && samples.length === 0) return { text: '', tokens: [] };
  const scripted = hear?.(samples) ?? texts[index] ?? texts.at(-1) ?? '';
  return typeof scripted === 'string' ? { text: scripted, tokens: [] } : scripted;
}

function refuseTooLong(samples: Float32Array, maxSegmentSamples: number): void {
  if (samples.length <= maxSegmentSamples) return;
  throw new SpeechError(
    'INVALID_INPUT',
    `The segment has ${samples.length} samples; the limit is ${maxSegmentSamples}.`,
    { segmentSamples: samples.length, maxSegmentSamples },
  );
}
