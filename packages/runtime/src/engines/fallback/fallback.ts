import {
  type PluginContext,
  PORT_VERSION,
  type RecognitionEngine,
  type SpeechPlugin,
  type SynthesisEngine,
} from '@parlance/core/engine';
import type { Clock } from '@parlance/core/platform';
import { isSameLanguage } from '@parlance/core/text';
import { backgroundClock } from '../../composition/background-clock.ts';
import type { ChainOptions } from './chain.ts';
import { chainRecognition } from './recognition-chain.ts';
import { chainSynthesis } from './synthesis-chain.ts';

export interface FallbackOptions {
  /** Milliseconds after a failure until the engine is probed with a small call; it is used again if that succeeds. Default 30 000. */
  readonly probeAfterMs?: number;
  readonly clock?: Clock;
}

const PROBE_AFTER_MS = 30_000;

/**
 * Combines several plugins into one. If an engine of the first one fails by its own fault (the error's `fault` is `engine`), an engine of the next
 * one is tried: with the same voice or the nearest one of its language, or for the same language. Voices and recognizers are those of the first plugin; voice activity
 * detection and alignment those of the first plugin that has them.
 *
 * @example
 * const speech = await createSpeech({ plugins: [fallback([sherpaOnnx(), flite()])] });
 */
export function fallback(
  plugins: readonly [SpeechPlugin, ...SpeechPlugin[]],
  { probeAfterMs = PROBE_AFTER_MS, clock = backgroundClock }: FallbackOptions = {},
): SpeechPlugin {
  const [first, ...others] = plugins;
  const chained = ({ onIncident }: PluginContext): ChainOptions => ({ probeAfterMs, clock, onIncident });
  const detecting = plugins.find(({ createVoiceActivity }) => createVoiceActivity !== undefined);
  const createVoiceActivity = detecting?.createVoiceActivity?.bind(detecting);
  const aligning = plugins.find(({ createAlignment }) => createAlignment !== undefined);
  const createAlignment = aligning?.createAlignment?.bind(aligning);
  return {
    portVersion: PORT_VERSION,
    id: first.id,
    models: [...new Set(plugins.flatMap(({ models }) => models))],
    ...(first.createSynthesis && {
      async createSynthesis(context: PluginContext): Promise<readonly SynthesisEngine[]> {
        const [own, stands] = [
          (await first.createSynthesis?.(context)) ?? [],
          await created(others, (plugin) => plugin.createSynthesis?.(context)),
        ];
        return own.map((engine) => chainSynthesis([engine, ...stands], chained(context)));
      },
    }),
    ...(first.createRecognition && {
      async createRecognition(context: PluginContext): Promise<readonly RecognitionEngine[]> {
        const [own, stands] = [
          (await first.createRecognition?.(context)) ?? [],
          await created(others, (plugin) => plugin.createRecognition?.(context)),
        ];
        return own.map((engine) =>
          chainRecognition(
            [engine, ...stands.filter((stand) => hasLanguages(stand, engine))],
            chained(context),
          ),
        );
      },
    }),
    ...(createVoiceActivity && { createVoiceActivity }),
    ...(createAlignment && { createAlignment }),
    // Models that are installed at run time have no fallback: nothing says what should replace them.
    ...(first.enginesOf && { enginesOf: first.enginesOf.bind(first) }),
  };
}

async function created<Engine>(
  plugins: readonly SpeechPlugin[],
  create: (plugin: SpeechPlugin) => Promise<readonly Engine[]> | undefined,
): Promise<readonly Engine[]> {
  return (await Promise.all(plugins.map(create))).flatMap((engines) => engines ?? []);
}

function hasLanguages(stand: RecognitionEngine, { capabilities }: RecognitionEngine): boolean {
  const known = stand.capabilities.languages;
  return capabilities.languages.every((language) =>
    known.some((one) => one === '*' || isSameLanguage(one, language)),
  );
}
