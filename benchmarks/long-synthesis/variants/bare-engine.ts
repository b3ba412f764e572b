import { SpeechError, type SynthesisEngine, type SynthesisUnit, segmentText } from '@parlance/core';
import { createModelStore } from '@parlance/models';
import flite from '@parlance/plugin-flite';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import type { Variant } from '../../runner/contract.ts';
import { longText } from '../texts.ts';

/** The plugins' engines in a loop, as many segments at once as they have workers. */
export const bareEngine: Variant = {
  async open() {
    const context = {
      models: createModelStore(),
      isolation: 'process',
      onIncident: () => undefined,
    } as const;
    const made = await Promise.all(
      [sherpaOnnx(), flite()].map((plugin) => plugin.createSynthesis?.(context) ?? []),
    );
    const engines = made.flat();
    await Promise.all(engines.map((engine) => engine.warm()));
    return {
      async measure(caseName) {
        const { voiceCode, text } = longText(caseName);
        const engine = engineOf(engines, voiceCode);
        const voice = engine.voices.find(({ code }) => code === voiceCode);
        const segments = segmentText(text, {
          languageCode: voice?.languageCode ?? 'en-US',
          maxUnitChars: engine.capabilities.maxUnitChars,
          firstUnit: 'natural',
        });
        const units = [...segments].map(
          (segment): SynthesisUnit => ({ text: segment.text, voiceCode, speed: 1 }),
        );
        const startedAtMs = performance.now();
        const samples = await speakAll(engine, units);
        const tookSeconds = (performance.now() - startedAtMs) / 1000;
        const audioSeconds = samples / (voice?.nativeRateHz ?? Number.NaN);
        return [{ values: { audioPerSecond: audioSeconds / tookSeconds, audioSeconds } }];
      },
      async close() {
        await Promise.all(engines.map((engine) => engine.close()));
      },
    };
  },
};

function engineOf(engines: readonly SynthesisEngine[], voiceCode: string): SynthesisEngine {
  const found = engines.find(({ voices }) => voices.some(({ code }) => code === voiceCode));
  if (found === undefined) throw new SpeechError('VOICE_NOT_FOUND', `No plugin has the voice ${voiceCode}.`);
  return found;
}

/** @returns samples in all */
async function speakAll(engine: SynthesisEngine, units: readonly SynthesisUnit[]): Promise<number> {
  const remaining = units.values();
  let samples = 0;
  const worker = async (): Promise<void> => {
    for (const unit of remaining) {
      for await (const chunk of engine.synthesize(unit, { lane: 'batch' })) samples += chunk.length;
    }
  };
  await Promise.all(Array.from({ length: engine.capabilities.concurrency }, worker));
  return samples;
}
