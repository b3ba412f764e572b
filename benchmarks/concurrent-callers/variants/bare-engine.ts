import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { openBareVoice } from '../../first-audio-latency/bare-voice.ts';
import { TEXTS } from '../../first-audio-latency/texts.ts';
import type { Variant } from '../../runner/contract.ts';
import { CALLERS } from '../callers.ts';

/** The engine's workers of one native thread, one for each core, in a loop over the same segments. */
export const bareEngine: Variant = {
  async open() {
    const voice = await openBareVoice(sherpaOnnx(), 'joe');
    const units = voice.plan(TEXTS[298], 'short');
    // Batch units go to the workers of one native thread, which together speak the most.
    await voice.speak(units, 'batch');
    return {
      async measure() {
        const startedAtMs = performance.now();
        const samples = await voice.speak(Array.from({ length: CALLERS }, () => units).flat(), 'batch');
        const tookSeconds = (performance.now() - startedAtMs) / 1000;
        return [{ values: { audioPerSecond: samples / voice.rateHz / tookSeconds } }];
      },
      close: () => voice.close(),
    };
  },
};
