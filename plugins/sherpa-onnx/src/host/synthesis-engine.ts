import type {
  EngineCallOptions,
  PluginContext,
  SynthesisCapabilities,
  SynthesisEngine,
  SynthesisUnit,
  Voice,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { countChars, isSpeakable, normalizeForSpeech } from '@parlance/core/text';
import { PooledEngine, type WorkerPool } from '@parlance/worker-kit';
import { filesOf, synthesisConfig } from '../families/addon-config.ts';
import { SYNTHESIS_FAMILIES } from '../families/synthesis-families.ts';
import type { VoiceSettings } from '../options.ts';
import type { SynthesisInit, SynthesisTask } from '../worker/tasks.ts';
import { engineIdOf } from './engine-id.ts';
import { openModelPool } from './open-model-pool.ts';
import { poolShape } from './pool-shape.ts';

/** A model synthesizes a unit as a whole in memory: 300 digits are some 100 s of audio. */
const MAX_UNIT_CHARS = 400;
/** Synthesis takes some 27 MB per second of speech; a unit of this length lasts seven seconds. */
const MAX_UNIT_CHARS_SAVING_MEMORY = 100;
/** Far more than the longest time measured on a busy core for the slowest text, so that only a call that hangs exceeds it. */
const DEADLINE_BASE_MS = 30_000;
const DEADLINE_MS_PER_CHAR = 300;
/** Kokoro took over a minute for fourteen characters when twenty processes shared two cores. */
const SLOW_DEADLINE_BASE_MS = 300_000;
const SLOW_DEADLINE_MS_PER_CHAR = 4_000;
/** Its warm-up includes a synthesis, which took more than two minutes there. */
const SLOW_LOAD_DEADLINE_MS = 600_000;

/** The synthesis engine with the voices of one model. */
export class SherpaSynthesisEngine extends PooledEngine implements SynthesisEngine {
  readonly id: string;
  readonly model: string;
  readonly voices: readonly Voice[];
  readonly capabilities: SynthesisCapabilities;
  readonly #speakers: ReadonlyMap<string, Pick<SynthesisTask, 'speakerId' | 'language'>>;
  protected readonly pool: WorkerPool<SynthesisTask, undefined, Float32Array>;

  /** @param voices at least one; all of one model, family and rate */
  constructor(
    voices: readonly [VoiceSettings, ...VoiceSettings[]],
    { threads, context }: { readonly threads: number | undefined; readonly context: PluginContext },
  ) {
    super();
    const [{ model: modelId, family: familyName, nativeRateHz }] = voices;
    const family = SYNTHESIS_FAMILIES[familyName];
    const { nativeThreads, ...shape } = poolShape(threads, context);
    this.id = engineIdOf(modelId);
    this.model = modelId;
    this.voices = voices.map((voice) => voiceOf(voice, this.id));
    this.capabilities = Object.freeze({
      streaming: false,
      maxUnitChars: context.savesMemory ? MAX_UNIT_CHARS_SAVING_MEMORY : MAX_UNIT_CHARS,
      concurrency: shape.threads,
    });
    this.#speakers = new Map(
      voices.map(({ code, speakerId, languageCode }) => [
        code,
        { speakerId, ...(family.languageOf && { language: family.languageOf(languageCode) }) },
      ]),
    );
    const [baseMs, msPerChar] = family.isSlow
      ? [SLOW_DEADLINE_BASE_MS, SLOW_DEADLINE_MS_PER_CHAR]
      : [DEADLINE_BASE_MS, DEADLINE_MS_PER_CHAR];
    this.pool = openModelPool<SynthesisInit, SynthesisTask, undefined, Float32Array>({
      name: this.id,
      modelId,
      worker: 'worker-synthesis',
      ...shape,
      deadlineMs: ({ text, speed }) => baseMs + (text.length * msPerChar) / speed,
      ...(family.isSlow && { loadDeadlineMs: SLOW_LOAD_DEADLINE_MS }),
      init: ({ files }) => ({
        paths: filesOf(modelId, files, family.roles),
        config: synthesisConfig(family, files, shape.lead ? 1 : nativeThreads),
        pace: family.pace,
        sampleRateHz: nativeRateHz,
        speakers: Math.max(...voices.map(({ speakerId }) => speakerId)) + 1,
        leadConfig: synthesisConfig(family, files, nativeThreads),
      }),
      context,
    });
  }

  async *synthesize(
    unit: SynthesisUnit,
    { signal, ...place }: EngineCallOptions = {},
  ): AsyncIterable<Float32Array> {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const task = this.#taskOf(unit);
    if (!isSpeakable(task.text)) return;
    const chunks: Float32Array[] = [];
    await this.pool.run(task, {
      ...place,
      ...(signal && { signal }),
      onChunk: (chunk) => chunks.push(chunk),
    });
    yield* chunks;
  }

  #taskOf({ text, voiceCode, speed }: SynthesisUnit): SynthesisTask {
    const speaker = this.#speakers.get(voiceCode);
    if (speaker === undefined) {
      throw new SpeechError('VOICE_NOT_FOUND', `${this.id} has no such voice.`, { voiceCode });
    }
    const textChars = countChars(text);
    if (textChars > MAX_UNIT_CHARS) {
      const message = `The unit has ${textChars} characters; the limit is ${MAX_UNIT_CHARS}.`;
      throw new SpeechError('TEXT_TOO_LONG', message, { textChars, maxUnitChars: MAX_UNIT_CHARS });
    }
    return { text: normalizeForSpeech(text), ...speaker, speed };
  }
}

function voiceOf(settings: VoiceSettings, engine: string): Voice {
  const { code, name, gender, languageCode, nativeRateHz, creditFactor, ownership, licence } = settings;
  const { extraRatesHz, ownerAppId } = settings;
  return Object.freeze({
    code,
    name,
    gender,
    languageCode,
    nativeRateHz,
    ...(extraRatesHz && { extraRatesHz }),
    creditFactor,
    ownership,
    ...(ownerAppId !== undefined && { ownerAppId }),
    supportsEmphasis: false,
    engine,
    // Every synthesis family of sherpa-onnx is neural.
    quality: 'natural',
    licence,
  });
}
