import { decodePcm16 } from '@parlance/core/audio';
import { sherpaOnnx } from '@parlance/plugin-sherpa-onnx';
import { createSpeech } from '@parlance/runtime';
import { wordErrorRate } from '@parlance/testkit';
import type { Variant } from '../../runner/contract.ts';
import { errorPercent } from '../../runner/word-errors.ts';
import { FURTHER_SENTENCES, SENTENCES } from '../sentences.ts';

/**
 * Voices of one model speak and the default recognizer listens, in one process and with one worker each.
 *
 * @param aimPercent word errors from which on a voice speaks the further sentences too
 */
export function kokoro(voices: readonly string[], aimPercent: number): Variant {
  return {
    async open() {
      const threads = { synthesis: 1, recognition: 1 };
      const speech = await createSpeech({
        isolation: 'thread',
        plugins: [sherpaOnnx({ voices, threads })],
      });
      await speech.warm();
      return {
        async measure(voiceCode) {
          const roundTrip = async (text: string) => {
            const startedAtMs = performance.now();
            const spoken = speech.speak(text, { voiceCode, outputFormat: 'pcm' });
            const audio = decodePcm16(await spoken.file());
            const spentMs = performance.now() - startedAtMs;
            const { sampleRateHz } = spoken.format;
            const { transcript } = await speech.transcribe({ samples: audio, sampleRateHz });
            return measured({ text, transcript, audio, sampleRateHz, spentMs });
          };
          const samples: ReturnType<typeof measured>[] = [];
          for (const text of SENTENCES) samples.push(await roundTrip(text));
          if (errorPercent(samples) < aimPercent) return samples;
          for (const text of FURTHER_SENTENCES) samples.push(await roundTrip(text));
          return samples;
        },
        close: () => speech.close(),
      };
    },
  };
}

interface Rendering {
  readonly text: string;
  readonly transcript: string;
  readonly audio: Float32Array;
  readonly sampleRateHz: number;
  readonly spentMs: number;
}

function measured({ text, transcript, audio, sampleRateHz, spentMs }: Rendering) {
  const { errors, words } = wordErrorRate(text, transcript);
  const audioSeconds = audio.length / sampleRateHz;
  const energy = audio.reduce((sum, sample) => sum + sample * sample, 0);
  const peak = audio.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  return {
    values: {
      errors,
      words,
      audioSeconds,
      wordsPerMinute: (60 * words) / audioSeconds,
      levelDbfs: decibels(Math.sqrt(energy / audio.length)),
      peakDbfs: decibels(peak),
      realTimeFactor: spentMs / 1000 / audioSeconds,
    },
    note: `${text} | ${transcript}`,
  };
}

function decibels(amplitude: number): number {
  return 20 * Math.log10(Math.max(amplitude, Number.EPSILON));
}
