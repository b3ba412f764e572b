import type {
  EngineCallOptions,
  PluginContext,
  Recognition,
  RecognitionCapabilities,
  RecognitionEngine,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import { filesOf, recognitionConfig } from '../families/addon-config.ts';
import { RECOGNITION_RATE_HZ } from '../families/family.ts';
import { RECOGNITION_FAMILIES, type RecognitionFamilyName } from '../families/recognition-families.ts';
import type { RecognizerSettings } from '../options.ts';
import type { RawRecognition, RecognitionInit, RecognitionTask } from '../worker/tasks.ts';
import { engineIdOf } from './engine-id.ts';
import { openModelPool } from './open-model-pool.ts';
import { poolShape } from './pool-shape.ts';
import { recognitionOf } from './recognition-result.ts';

/** How long a busy machine may take to begin, in addition to four times the audio's length. */
const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_SAMPLE = 4000 / RECOGNITION_RATE_HZ;

/** A recognition engine with a model for whole segments. */
export class SherpaRecognitionEngine extends PooledEngine implements RecognitionEngine {
  readonly id: string;
  readonly model: string;
  readonly capabilities: RecognitionCapabilities;
  protected readonly pool: WorkerPool<RecognitionTask, RawRecognition>;
  readonly #continuationMark: string | undefined;

  constructor(
    settings: RecognizerSettings & { readonly family: RecognitionFamilyName },
    { threads, context }: { readonly threads: number | undefined; readonly context: PluginContext },
  ) {
    super();
    const { model: modelId, languages, language } = settings;
    const family = RECOGNITION_FAMILIES[settings.family];
    const { nativeThreads, ...shape } = poolShape(threads, context);
    this.id = engineIdOf(modelId);
    this.model = modelId;
    this.#continuationMark = family.continuationMark;
    this.capabilities = Object.freeze({
      streaming: false,
      logProbabilities: family.logProbabilities,
      tokenTimes: family.tokenTimes,
      punctuated: family.punctuated,
      prefersContext: family.prefersContext === true,
      languages,
      sampleRateHz: RECOGNITION_RATE_HZ,
      maxSegmentSamples: family.limits.maxSamples,
      concurrency: shape.threads,
    });
    this.pool = openModelPool<RecognitionInit, RecognitionTask, RawRecognition>({
      name: this.id,
      modelId,
      worker: 'worker-recognition',
      ...shape,
      deadlineMs: ({ samples }) => DEADLINE_BASE_MS + samples.length * DEADLINE_MS_PER_SAMPLE,
      init: ({ files }) => ({
        paths: filesOf(modelId, files, family.roles),
        config: recognitionConfig(family, files, { language }),
        limits: family.limits,
      }),
      context,
    });
  }

  async recognize(samples: Float32Array, { signal, ...place }: EngineCallOptions = {}): Promise<Recognition> {
    assertSegment(samples, this.capabilities);
    if (samples.length === 0) return { text: '', tokens: [] };
    const transfer = samples.buffer instanceof ArrayBuffer ? [samples.buffer] : [];
    return recognitionOf(
      await this.pool.run({ samples }, { ...place, ...(signal && { signal }), transfer }),
      this.#continuationMark,
    );
  }
}

/**
 * A segment above the limit is a bug of the caller, for which models would return an empty text.
 *
 * @throws SpeechError `ENGINE_FAILED`
 */
export function assertSegment(
  { length }: Float32Array,
  { maxSegmentSamples }: Pick<RecognitionCapabilities, 'maxSegmentSamples'>,
): void {
  if (length <= maxSegmentSamples) return;
  const message = `The segment has ${length} samples; the limit is ${maxSegmentSamples}.`;
  throw new SpeechError('ENGINE_FAILED', message, { segmentSamples: length, maxSegmentSamples });
}
