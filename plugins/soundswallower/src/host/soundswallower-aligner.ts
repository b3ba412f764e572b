import { createRequire } from 'node:module';
import {
  type AlignedWord,
  type AlignmentCapabilities,
  type AlignmentTask,
  checkAlignmentTask,
  type EngineCallOptions,
  type PluginContext,
  type TextAligner,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { isSameLanguage } from '@parlance/core/text';
import { createWorkerPool, PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import type { SoundSwallowerSettings } from '../options.ts';
import type { AlignTask } from '../worker/align-task.ts';

const LANGUAGE = 'en';
/** Memory of the search grows with the speech. */
const MAX_SECONDS = 120;
/** A hundred times what a busy core was seen to take, so that only a hang runs into it. */
const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_SECOND = 10_000;

/** Finds words in English speech with an acoustic model, behind the alignment port. */
export class SoundSwallowerAligner extends PooledEngine implements TextAligner {
  readonly id = 'soundswallower/aligner';
  readonly capabilities: AlignmentCapabilities;
  protected readonly pool: WorkerPool<AlignTask, readonly AlignedWord[]>;

  constructor(
    { threads, isolation, idleMs }: SoundSwallowerSettings,
    { onIncident }: Pick<PluginContext, 'onIncident'>,
  ) {
    super();
    this.capabilities = Object.freeze({
      languages: [LANGUAGE],
      maxSeconds: MAX_SECONDS,
      concurrency: threads,
    });
    this.pool = createWorkerPool<undefined, AlignTask, readonly AlignedWord[]>({
      name: this.id,
      entry: createRequire(import.meta.url).resolve('@parlance/plugin-soundswallower/worker'),
      init: undefined,
      isolation,
      threads,
      deadlineMs: ({ samples, sampleRateHz }) =>
        DEADLINE_BASE_MS + (samples.length / sampleRateHz) * DEADLINE_MS_PER_SECOND,
      ...(idleMs !== undefined && { idleUnloadMs: idleMs }),
      onIncident,
    });
  }

  async align(task: AlignmentTask, options: EngineCallOptions = {}): Promise<readonly AlignedWord[]> {
    if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
    checkAlignmentTask(task, this.capabilities);
    const { samples, sampleRateHz, words, text, languageCode } = task;
    if (!isSameLanguage(languageCode, LANGUAGE)) {
      throw new SpeechError('LANGUAGE_NOT_SUPPORTED', `SoundSwallower does not align ${languageCode}.`, {
        field: 'languageCode',
      });
    }
    return this.pool.run({ samples, sampleRateHz, words, text }, options);
  }
}
