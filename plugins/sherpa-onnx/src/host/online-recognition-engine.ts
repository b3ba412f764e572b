import type {
  EngineCallOptions,
  PluginContext,
  Recognition,
  RecognitionCapabilities,
  RecognitionEngine,
  RecognitionStream,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import { filesOf, onlineConfig } from '../families/addon-config.ts';
import { RECOGNITION_RATE_HZ } from '../families/family.ts';
import { ONLINE_FAMILIES, type OnlineFamilyName } from '../families/online-families.ts';
import type { RecognizerSettings } from '../options.ts';
import type { OnlineInit, OnlineTask, RawRecognition } from '../worker/tasks.ts';
import { engineIdOf } from './engine-id.ts';
import { openModelPool } from './open-model-pool.ts';
import { poolShape } from './pool-shape.ts';
import { assertSegment } from './recognition-engine.ts';
import { recognitionOf } from './recognition-result.ts';
import { openWorkerStream } from './worker-stream.ts';

const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_SAMPLE = 4000 / RECOGNITION_RATE_HZ;
/** A streaming model has no longest input; this limit keeps a whole segment a small unit of work. */
const MAX_SEGMENT_SAMPLES = 30 * RECOGNITION_RATE_HZ;

export interface OnlineEngineOptions {
  readonly threads: number | undefined;
  readonly streamsPerThread: number;
  readonly context: PluginContext;
}

/** A recognition engine with a true streaming model. Each stream lives in one thread, and each thread has many streams. */
export class SherpaOnlineRecognitionEngine extends PooledEngine implements RecognitionEngine {
  readonly id: string;
  readonly model: string;
  readonly capabilities: RecognitionCapabilities;
  protected readonly pool: WorkerPool<OnlineTask, RawRecognition | undefined>;
  /** Number of open streams in each thread. */
  readonly #loads: number[];
  #lastStreamId = 0;

  constructor(
    settings: RecognizerSettings & { readonly family: OnlineFamilyName },
    { threads, streamsPerThread, context }: OnlineEngineOptions,
  ) {
    super();
    const { model: modelId, languages } = settings;
    const family = ONLINE_FAMILIES[settings.family];
    this.id = engineIdOf(modelId);
    this.model = modelId;
    const { threads: workers } = poolShape(threads, context);
    this.#loads = new Array<number>(workers).fill(0);
    this.capabilities = Object.freeze({
      streaming: true,
      logProbabilities: family.logProbabilities,
      tokenTimes: family.tokenTimes,
      punctuated: false,
      languages,
      sampleRateHz: RECOGNITION_RATE_HZ,
      maxSegmentSamples: MAX_SEGMENT_SAMPLES,
      concurrency: workers * streamsPerThread,
    });
    this.pool = openModelPool<OnlineInit, OnlineTask, RawRecognition | undefined>({
      name: this.id,
      modelId,
      worker: 'worker-online-recognition',
      threads: workers,
      tasksPerThread: streamsPerThread,
      deadlineMs: (task) =>
        DEADLINE_BASE_MS + ('samples' in task ? task.samples.length * DEADLINE_MS_PER_SAMPLE : 0),
      init: ({ files }) => ({
        paths: filesOf(modelId, files, family.roles),
        config: onlineConfig(family, files),
        tailSamples: family.tailSamples,
      }),
      context,
    });
  }

  async recognize(samples: Float32Array, { signal, ...place }: EngineCallOptions = {}): Promise<Recognition> {
    assertSegment(samples, this.capabilities);
    if (samples.length === 0) return { text: '', tokens: [] };
    const options = { ...place, ...(signal && { signal }), transfer: transferOf(samples) };
    return given(await this.pool.run({ type: 'recognize', samples }, options));
  }

  async openStream({ signal, ...place }: EngineCallOptions = {}): Promise<RecognitionStream> {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const pool = this.pool;
    await pool.warm();
    const streamId = ++this.#lastStreamId;
    const thread = this.#loads.indexOf(Math.min(...this.#loads));
    this.#addLoad(thread, 1);
    try {
      const stream = await openWorkerStream(
        pool,
        { first: { type: 'open', streamId }, last: { type: 'close', streamId } },
        { ...place, thread, ...(signal && { signal }) },
      );
      let closing: Promise<void> | undefined;
      return {
        accept: async (samples) =>
          given(await stream.run({ type: 'accept', streamId, samples }, transferOf(samples))),
        endUtterance: async () => given(await stream.run({ type: 'end', streamId })),
        close: () => {
          if (closing === undefined) this.#addLoad(thread, -1);
          closing ??= stream.close();
          return closing;
        },
      };
    } catch (error) {
      this.#addLoad(thread, -1);
      throw error;
    }
  }

  #addLoad(thread: number, streams: 1 | -1): void {
    this.#loads[thread] = (this.#loads[thread] ?? 0) + streams;
  }
}

function transferOf({ buffer }: Float32Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

function given(result: RawRecognition | undefined): Recognition {
  if (result !== undefined) return recognitionOf(result);
  throw new SpeechError('INTERNAL', 'The worker answered audio with no result.');
}
