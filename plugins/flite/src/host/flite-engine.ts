import { createRequire } from 'node:module';
import type {
  EngineCallOptions,
  PluginContext,
  SynthesisCapabilities,
  SynthesisEngine,
  SynthesisUnit,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { createWorkerPool, PooledEngine, poolSize, type WorkerPool } from '@parlance/worker-kit';
import type { FliteSettings } from '../options.ts';
import { speakableParts } from '../text/speakable-parts.ts';
import { spokenText } from '../text/spoken-text.ts';
import type { FliteTask } from '../worker/task.ts';
import { prosodyOf } from './prosody.ts';
import { ENGINE_ID, FLITE_VOICES, isFliteVoiceCode, isStatistical, ownProsody } from './voices.ts';

/** Some 20 s of audio at speed 1. */
const MAX_UNIT_CHARS = 300;
/** Ten times the longest time measured on a busy core for the slowest text, so that only a call that hangs exceeds it. */
const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_CHAR = 200;

/** The synthesis engine with Flite's five voices. */
export class FliteEngine extends PooledEngine implements SynthesisEngine {
  readonly id = ENGINE_ID;
  readonly voices = FLITE_VOICES;
  readonly capabilities: SynthesisCapabilities;
  protected readonly pool: WorkerPool<FliteTask, undefined, Float32Array>;

  constructor(
    { threads, isolation, sandboxed }: FliteSettings,
    context: Pick<PluginContext, 'savesMemory' | 'onIncident' | 'idleUnloadMs'>,
  ) {
    super();
    const { onIncident, idleUnloadMs } = context;
    const size = poolSize(threads, context);
    this.capabilities = Object.freeze({
      streaming: false,
      maxUnitChars: MAX_UNIT_CHARS,
      concurrency: size.threads,
    });
    this.pool = createWorkerPool<undefined, FliteTask, undefined, Float32Array>({
      name: ENGINE_ID,
      entry: createRequire(import.meta.url).resolve('@parlance/plugin-flite/worker'),
      init: undefined,
      isolation,
      sandboxed,
      ...size,
      deadlineMs: ({ text, durationStretch }) =>
        DEADLINE_BASE_MS + text.length * durationStretch * DEADLINE_MS_PER_CHAR,
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
    if (task.text === '') return;
    for (const text of speakableParts(task.text)) {
      const chunks: Float32Array[] = [];
      await this.pool.run(
        { ...task, text },
        { ...place, ...(signal && { signal }), onChunk: (chunk) => chunks.push(chunk) },
      );
      yield* chunks;
    }
  }
}

function taskOf(unit: SynthesisUnit): FliteTask {
  const { text, voiceCode } = unit;
  const voice = FLITE_VOICES.find(({ code }) => code === voiceCode);
  if (!voice || !isFliteVoiceCode(voiceCode)) {
    throw new SpeechError('VOICE_NOT_FOUND', 'Flite has no such voice.', { voiceCode });
  }
  const textChars = [...text].length;
  if (textChars > MAX_UNIT_CHARS) {
    throw new SpeechError(
      'TEXT_TOO_LONG',
      `The unit has ${textChars} characters; the limit is ${MAX_UNIT_CHARS}.`,
      {
        textChars,
        maxUnitChars: MAX_UNIT_CHARS,
      },
    );
  }
  const prosody = prosodyOf(unit, ownProsody(voiceCode));
  return {
    text: spokenText(text),
    voiceCode,
    sampleRateHz: voice.nativeRateHz,
    hasNoisyPauses: isStatistical(voiceCode),
    ...prosody,
  };
}
