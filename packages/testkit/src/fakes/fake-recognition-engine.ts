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

/** What a {@link FakeRecognitionEngine} hears, segment by segment. */
export interface RecognitionScript {
  /** The answer to each segment in turn; the last one is given again and again. Default: one empty text. */
  readonly texts?: readonly (string | Recognition)[];
  /** The answer to a segment by what is in it, in place of `texts`; a stream's is by all of the utterance so far. */
  readonly hear?: (samples: Float32Array) => string | Recognition;
  /** Waited for before each answer: give a {@link deferred}'s promise to hold the engine there. */
  readonly gate?: (segmentIndex: number) => Promise<void> | undefined;
  /** The code with which the segment of that index fails. */
  readonly failures?: Readonly<Record<number, SpeechErrorCode>>;
}

export interface FakeRecognitionOptions {
  readonly id?: string;
  readonly script?: RecognitionScript;
  readonly capabilities?: Partial<RecognitionCapabilities>;
}

/** What is left of a segment when its call is over. */
export interface SegmentLength {
  /** In samples. */
  readonly length: number;
}

export interface FakeRecognitionEngine extends RecognitionEngine {
  /** Every segment given, in order: how many samples it had, and how it ended. Its samples are the business of {@link RecognitionScript.hear}. */
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
 * A recognition engine that knows the answers beforehand. It keeps the whole port's contract (abort, close, errors, a
 * segment too long is refused with `INVALID_INPUT`) and waits only where the script says. With `capabilities.streaming` it has
 * streams, each of which asks the script about its whole utterance with every piece.
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
      if (code) throw new SpeechError(code, `The script fails segment ${call.index} with ${code}.`);
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
