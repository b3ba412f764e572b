import flite from '@parlance/plugin-flite';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { openBareVoice } from '../../first-audio-latency/bare-voice.ts';
import type { Variant } from '../../runner/contract.ts';
import { longText } from '../texts.ts';

/** The plugins' engines in a loop, as many segments at once as they have workers. */
export const bareEngine: Variant = {
  async open() {
    const [joe, slt] = await Promise.all([openBareVoice(sherpaOnnx(), 'joe'), openBareVoice(flite(), 'slt')]);
    const voices = { joe, slt };
    return {
      async measure(caseName) {
        const { voiceCode, text } = longText(caseName);
        const voice = voices[voiceCode];
        const units = voice.plan(text, 'natural');
        const startedAtMs = performance.now();
        const samples = await voice.speak(units, 'batch');
        const tookSeconds = (performance.now() - startedAtMs) / 1000;
        const audioSeconds = samples / voice.rateHz;
        return [{ values: { audioPerSecond: audioSeconds / tookSeconds, audioSeconds } }];
      },
      close: async () => void (await Promise.all([joe.close(), slt.close()])),
    };
  },
};
