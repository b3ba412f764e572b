import { decodePcm16 } from '@parlance/core/audio';
import { createSpeech } from '@parlance/runtime';
import { wordErrorRate } from '@parlance/testkit';
import type { Variant } from '../../runner/contract.ts';

/** A voice speaks and the recognizer listens, both through the in-process API, with no file in between. */
export function roundTrip(voiceCode: string): Variant {
  return {
    async open() {
      const speech = await createSpeech();
      await speech.warm();
      return {
        async measure(sentence) {
          const spoken = speech.speak(sentence, { voiceCode, outputFormat: 'pcm' });
          const { sampleRateHz } = spoken.format;
          const samples = decodePcm16(await spoken.file());
          const { transcript } = await speech.transcribe({ samples, sampleRateHz });
          const { errors, words } = wordErrorRate(sentence, transcript);
          return [
            { values: { errors, words, audioSeconds: samples.length / sampleRateHz }, note: transcript },
          ];
        },
        close: () => speech.close(),
      };
    },
  };
}
