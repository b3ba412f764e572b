import { type SynthesisUnit, segmentText } from '@parlance/core';
import { createModelStore } from '@parlance/models';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { TEXTS } from '../../first-audio-latency/texts.ts';
import type { Variant } from '../../runner/contract.ts';
import { CALLERS } from '../callers.ts';

/** The engine's workers of one native thread, one for each core, in a loop over the same segments. */
export const bareEngine: Variant = {
  async open() {
    const context = {
      models: createModelStore(),
      isolation: 'process',
      onIncident: () => undefined,
    } as const;
    const [engine] = (await sherpaOnnx().createSynthesis?.(context)) ?? [];
    await engine?.warm();
    const segments = [
      ...segmentText(TEXTS[298], {
        languageCode: 'en-US',
        maxUnitChars: engine?.capabilities.maxUnitChars ?? 0,
        firstUnit: 'short',
      }),
    ];
    const rateHz = engine?.voices[0]?.nativeRateHz ?? Number.NaN;
    const speakAll = async (units: readonly SynthesisUnit[]): Promise<number> => {
      const remaining = units.values();
      let samples = 0;
      const worker = async (): Promise<void> => {
        for (const unit of remaining) {
          // Batch units go to the workers of one native thread, which together speak the most.
          for await (const chunk of engine?.synthesize(unit, { lane: 'batch' }) ?? [])
            samples += chunk.length;
        }
      };
      await Promise.all(Array.from({ length: engine?.capabilities.concurrency ?? 0 }, worker));
      return samples;
    };
    const units = segments.map(({ text }): SynthesisUnit => ({ text, voiceCode: 'joe', speed: 1 }));
    await speakAll(units);
    return {
      async measure() {
        const startedAtMs = performance.now();
        const samples = await speakAll(Array.from({ length: CALLERS }, () => units).flat());
        const tookSeconds = (performance.now() - startedAtMs) / 1000;
        return [{ values: { audioPerSecond: samples / rateHz / tookSeconds } }];
      },
      close: async () => engine?.close(),
    };
  },
};
