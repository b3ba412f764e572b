import { createSpeech, type Speech } from '@parlance/runtime';
import type { Variant } from '../../runner/contract.ts';
import { spreadOf } from '../../runner/statistics.ts';
import { speedOf, TEXTS } from '../cases.ts';

/** A voice that varies its speech is rendered several times for the length that others are held against. */
const BASE_RENDERINGS = 3;
const BYTES_PER_SAMPLE = 2;

/** One voice at all speeds. */
export function voice(voiceCode: string): Variant {
  return {
    async open() {
      const speech = await createSpeech();
      const lengths = { voiceCode, speech };
      const baseSeconds = new Map<string, number>();
      for (const text of TEXTS) {
        const renderings: number[] = [];
        for (let turn = 0; turn < BASE_RENDERINGS; turn++) renderings.push(await secondsOf(text, 1, lengths));
        baseSeconds.set(text, spreadOf(renderings).median);
      }
      return {
        async measure(caseName) {
          const speed = speedOf(caseName);
          const samples = TEXTS.map(async (text) => {
            const seconds = await secondsOf(text, speed, lengths);
            const kept = (seconds * speed) / (baseSeconds.get(text) as number);
            return { values: { lengthTimesSpeed: kept, seconds }, note: text };
          });
          return Promise.all(samples);
        },
        close: () => speech.close(),
      };
    },
  };
}

interface SpokenBy {
  readonly speech: Speech;
  readonly voiceCode: string;
}

async function secondsOf(text: string, speed: number, { speech, voiceCode }: SpokenBy): Promise<number> {
  const spoken = speech.speak(text, { voiceCode, speed, outputFormat: 'pcm' });
  const { sampleRateHz } = spoken.format;
  return (await spoken.file()).byteLength / BYTES_PER_SAMPLE / sampleRateHz;
}
