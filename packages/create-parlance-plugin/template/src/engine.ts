import { createRequire } from 'node:module';
import type { PluginContext, SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { createWorkerPool } from '@parlance/worker-kit';
import type { MyEngineSettings } from './options.ts';
import type { SpeakTask, WorkerSettings } from './task.ts';
import { ENGINE_ID, VOICES } from './voices.ts';

const MAX_UNIT_CHARS = 300;
/** Movement of the pitch if the caller does not set it. */
const DEFAULT_EMPHASIS = 50;

/** The host's side of the engine. It declares its capabilities, and loads nothing before `warm` or the first unit. */
export function createMyEngine(
  { threads, pitchHz }: MyEngineSettings,
  context: PluginContext,
): SynthesisEngine {
  const pool = createWorkerPool<WorkerSettings, SpeakTask, undefined, Float32Array>({
    name: ENGINE_ID,
    entry: createRequire(import.meta.url).resolve('parlance-plugin-my-engine/worker'),
    init: { pitchHz },
    isolation: context.isolation,
    threads,
    onIncident: context.onIncident,
  });
  return {
    id: ENGINE_ID,
    voices: VOICES,
    capabilities: { streaming: false, maxUnitChars: MAX_UNIT_CHARS, concurrency: threads },
    warm: () => pool.warm(),
    async *synthesize(unit, call = {}) {
      if (call.signal?.aborted) throw SpeechError.aborted(call.signal);
      const chunks: Float32Array[] = [];
      const onChunk = (chunk: Float32Array): void => void chunks.push(chunk);
      await pool.run(taskOf(unit), { ...call, onChunk });
      yield* chunks;
    },
    problem: () => pool.problem(),
    close: () => pool.close(),
  };
}

/** Refuses invalid units here, so that they take no worker's time. */
function taskOf({ text, voiceCode, speed, emphasisIntensity = DEFAULT_EMPHASIS }: SynthesisUnit): SpeakTask {
  const voice = VOICES.find(({ code }) => code === voiceCode);
  if (voice === undefined) {
    throw new SpeechError('VOICE_NOT_FOUND', 'My Engine has no such voice.', { voiceCode });
  }
  const textChars = [...text].length;
  if (textChars > MAX_UNIT_CHARS) {
    const message = `The unit has ${textChars} characters; the limit is ${MAX_UNIT_CHARS}.`;
    throw new SpeechError('TEXT_TOO_LONG', message, { textChars, maxUnitChars: MAX_UNIT_CHARS });
  }
  return { text, speed, sampleRateHz: voice.nativeRateHz, emphasis: emphasisIntensity };
}
