import { createRequire } from 'node:module';
import type {
  EngineCallOptions,
  PluginContext,
  SynthesisCapabilities,
  SynthesisEngine,
  SynthesisUnit,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { createAsyncQueue } from '@parlance/core/platform';
import { createWorkerPool, PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import type { EspeakNgSettings } from '../options.ts';
import type { EspeakInit, EspeakTask } from '../worker/task.ts';
import { plainText } from './plain-text.ts';
import { prosodyOf } from './prosody.ts';
import { mnemonicsOf } from './sounds.ts';
import { ENGINE_ID, findVoice, NATIVE_RATE_HZ, VOICES } from './voices.ts';

/** A unit of 300 Chinese characters at speed 0.25 is 5 minutes, and 26 MB of samples. */
const MAX_UNIT_CHARS = 300;
/** Ten times the longest time measured on a busy core, so that only a call that hangs exceeds it. */
const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_CHAR = 200;

/** The synthesis engine with the voices of eSpeak NG. */
export class EspeakNgEngine extends PooledEngine implements SynthesisEngine {
  readonly id = ENGINE_ID;
  readonly voices = VOICES;
  readonly capabilities: SynthesisCapabilities;
  protected readonly pool: WorkerPool<EspeakTask, undefined, Float32Array>;

  constructor(
    { threads, isolation, idleUnloadMs }: EspeakNgSettings,
    { onIncident }: Pick<PluginContext, 'onIncident'>,
  ) {
    super();
    this.capabilities = Object.freeze({
      streaming: true,
      maxUnitChars: MAX_UNIT_CHARS,
      concurrency: threads,
    });
    this.pool = createWorkerPool<EspeakInit, EspeakTask, undefined, Float32Array>({
      name: ENGINE_ID,
      entry: createRequire(import.meta.url).resolve('@parlance/plugin-espeak-ng/worker'),
      init: { sampleRateHz: NATIVE_RATE_HZ },
      isolation,
      threads,
      deadlineMs: ({ text, stretchedSpeed = 1 }) =>
        DEADLINE_BASE_MS + (text.length * DEADLINE_MS_PER_CHAR) / Math.min(1, stretchedSpeed),
      ...(idleUnloadMs !== undefined && { idleUnloadMs }),
      onIncident,
    });
  }

  async *synthesize(
    unit: SynthesisUnit,
    { signal, ...place }: EngineCallOptions = {},
  ): AsyncIterable<Float32Array> {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const task = taskOf(unit);
    const chunks = createAsyncQueue<Float32Array>();
    const leaving = new AbortController();
    const work = this.pool.run(task, {
      ...place,
      signal: signal === undefined ? leaving.signal : AbortSignal.any([signal, leaving.signal]),
      onChunk: (chunk) => chunks.push(chunk),
    });
    void work.then(
      () => chunks.end(),
      (error: unknown) => chunks.fail(error),
    );
    try {
      yield* chunks;
    } finally {
      leaving.abort();
    }
  }
}

/** @throws SpeechError `VOICE_NOT_FOUND`, `TEXT_TOO_LONG` */
function taskOf(unit: SynthesisUnit): EspeakTask {
  const { text, voiceCode } = unit;
  const voice = findVoice(voiceCode);
  if (voice === undefined) {
    throw new SpeechError('VOICE_NOT_FOUND', 'eSpeak NG has no such voice.', { voiceCode });
  }
  const textChars = [...text].length;
  if (textChars > MAX_UNIT_CHARS) {
    throw new SpeechError(
      'TEXT_TOO_LONG',
      `The unit has ${textChars} characters; the limit is ${MAX_UNIT_CHARS}.`,
      { textChars, maxUnitChars: MAX_UNIT_CHARS },
    );
  }
  return {
    text: spokenText(unit, voice.espeakVoice),
    espeakVoice: voice.espeakVoice,
    ...prosodyOf(unit),
  };
}

/** The text, with mnemonics instead of words whose pronunciation is given. */
function spokenText({ text, pronunciations = [] }: SynthesisUnit, espeakVoice: string): string {
  let spoken = '';
  let read = 0;
  for (const { start, end, ipa } of pronunciations) {
    const mnemonics = mnemonicsOf(ipa, espeakVoice);
    if (mnemonics === undefined) continue;
    spoken += plainText(text.slice(read, start)) + mnemonics;
    read = end;
  }
  return spoken + plainText(text.slice(read));
}
