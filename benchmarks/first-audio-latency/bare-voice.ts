import type { SpeechPlugin, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { UnitPlace } from '@parlance/core/scheduling';
import { type SegmentOptions, segmentText } from '@parlance/core/text';
import { createModelStore } from '@parlance/models';

/** A voice's engine in this process, without a service around it. */
export interface BareVoice {
  readonly rateHz: number;
  /** @returns the units in which the service has a text spoken: live with a `short` first one */
  plan(text: string, firstUnit: SegmentOptions['firstUnit']): readonly SynthesisUnit[];
  /** Speaks them, as many at once as there are workers. @returns samples in all */
  speak(units: readonly SynthesisUnit[], lane: UnitPlace['lane']): Promise<number>;
  close(): Promise<void>;
}

/** @throws SpeechError `VOICE_NOT_FOUND` */
export async function openBareVoice(plugin: SpeechPlugin, voiceCode: string): Promise<BareVoice> {
  const context = { models: createModelStore(), isolation: 'process', onIncident: () => undefined } as const;
  const engines = (await plugin.createSynthesis?.(context)) ?? [];
  for (const engine of engines) {
    const voice = engine.voices.find(({ code }) => code === voiceCode);
    if (voice === undefined) continue;
    await engine.warm();
    const { concurrency, maxUnitChars } = engine.capabilities;
    return {
      rateHz: voice.nativeRateHz,
      plan(text, firstUnit) {
        const segments = segmentText(text, { languageCode: voice.languageCode, maxUnitChars, firstUnit });
        return Array.from(segments, (segment) => ({ text: segment.text, voiceCode, speed: 1 }));
      },
      async speak(units, lane) {
        const remaining = units.values();
        let samples = 0;
        const worker = async (): Promise<void> => {
          for (const unit of remaining) {
            for await (const chunk of engine.synthesize(unit, { lane })) samples += chunk.length;
          }
        };
        await Promise.all(Array.from({ length: concurrency }, worker));
        return samples;
      },
      close: async () => void (await Promise.all(engines.map((one) => one.close()))),
    };
  }
  throw new SpeechError('VOICE_NOT_FOUND', `${plugin.id} has no voice ${voiceCode}.`);
}
