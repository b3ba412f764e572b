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
import { primaryLanguage } from '@parlance/core/text';
import { createWorkerPool, PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import type { EspeakNgSettings } from '../options.ts';
import type { AlignTask } from '../worker/align-task.ts';
import type { EspeakInit } from '../worker/task.ts';
import { ESPEAK_LANGUAGES, type SpokenLanguage } from './languages.ts';
import { plainText } from './plain-text.ts';
import { ENGINE_ID, NATIVE_RATE_HZ, VARIANTS } from './voices.ts';

/** Two minutes are 12 000 frames, and their moves 15 MB. */
const MAX_SECONDS = 120;
/** A hundred times what a busy core was seen to take, so that only a hang runs into it. */
const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_SECOND = 2000;

/** The languages' own voices, by primary language; of a language with several the first. */
const VOICES: ReadonlyMap<string, string> = new Map(
  Object.entries(ESPEAK_LANGUAGES)
    .toReversed()
    .map(([code, { espeakVoice }]) => [primaryLanguage(code), espeakVoice]),
);

/** Finds words in speech by how eSpeak NG says them, behind the alignment port. */
export class EspeakNgAligner extends PooledEngine implements TextAligner {
  readonly id = `${ENGINE_ID}/aligner`;
  readonly capabilities: AlignmentCapabilities;
  protected readonly pool: WorkerPool<AlignTask, readonly AlignedWord[]>;

  constructor(
    { threads, isolation, idleMs }: EspeakNgSettings,
    { onIncident }: Pick<PluginContext, 'onIncident'>,
  ) {
    super();
    this.capabilities = Object.freeze({
      languages: [...VOICES.keys()],
      maxSeconds: MAX_SECONDS,
      concurrency: threads,
    });
    this.pool = createWorkerPool<EspeakInit, AlignTask, readonly AlignedWord[]>({
      name: this.id,
      entry: createRequire(import.meta.url).resolve('@parlance/plugin-espeak-ng/align-worker'),
      init: { sampleRateHz: NATIVE_RATE_HZ },
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
    const { samples, sampleRateHz, words, text, languageCode, gender = 'male' } = task;
    const espeakVoice = voiceOf(languageCode) + VARIANTS[gender];
    return this.pool.run({ samples, sampleRateHz, words, text: plainText(text), espeakVoice }, options);
  }
}

/** @throws SpeechError `LANGUAGE_NOT_SUPPORTED` */
function voiceOf(languageCode: string): string {
  const exact = ESPEAK_LANGUAGES[languageCode as SpokenLanguage]?.espeakVoice;
  const voice = exact ?? VOICES.get(primaryLanguage(languageCode));
  if (voice !== undefined) return voice;
  throw new SpeechError('LANGUAGE_NOT_SUPPORTED', `eSpeak NG does not align ${languageCode}.`, {
    field: 'languageCode',
  });
}
