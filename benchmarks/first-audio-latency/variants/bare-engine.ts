import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import type { Variant } from '../../runner/contract.ts';
import { openBareVoice } from '../bare-voice.ts';
import { latencyCase } from '../texts.ts';
import { warmUp } from '../warm-up.ts';

/** The engine alone, given the units that the service gives it: the first one by itself, then the others. Nothing is encoded. */
export const bareEngine: Variant = {
  async open() {
    const voice = await openBareVoice(sherpaOnnx(), 'joe');
    const measure = async (caseName: string) => {
      const [first, ...others] = voice.plan(latencyCase(caseName).text, 'short');
      const startedAtMs = performance.now();
      const firstSamples = await voice.speak(first === undefined ? [] : [first], 'first');
      const firstByteMs = performance.now() - startedAtMs;
      const samples = firstSamples + (await voice.speak(others, 'next'));
      const wholeAnswerMs = performance.now() - startedAtMs;
      return [{ values: { firstByteMs, wholeAnswerMs, audioSeconds: samples / voice.rateHz } }];
    };
    await warmUp(measure);
    return { measure, close: () => voice.close() };
  },
};
