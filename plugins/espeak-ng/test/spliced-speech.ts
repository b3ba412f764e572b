import type { AlignedWord, SynthesisEngine } from '@parlance/core/engine';
import type { AlignedSpeech } from '@parlance/testkit';
import { speak } from './open-engine.ts';

const RATE_HZ = 22_050;
const EDGE_SECONDS = 0.3;
const PAUSE_SECONDS = 0.15;
const AUDIBLE = 0.02;

/** Speech whose word times are known: each word is spoken alone, freed of silence, and put behind the one before and a pause. */
export async function spliceSpeech(
  engine: SynthesisEngine,
  {
    text,
    voiceCode,
    languageCode,
  }: { readonly text: string; readonly voiceCode: string; readonly languageCode: string },
): Promise<AlignedSpeech> {
  const words: Float32Array[] = [];
  for (const word of text.split(' ')) words.push(trimmed(await speak(engine, { text: word, voiceCode })));
  const times: AlignedWord[] = [];
  let startSeconds = EDGE_SECONDS;
  for (const { length } of words) {
    const endSeconds = startSeconds + length / RATE_HZ;
    times.push({ startSeconds, endSeconds });
    startSeconds = endSeconds + PAUSE_SECONDS;
  }
  const samples = new Float32Array(Math.ceil((startSeconds + EDGE_SECONDS) * RATE_HZ));
  for (const [index, word] of words.entries())
    samples.set(word, Math.round((times[index]?.startSeconds ?? 0) * RATE_HZ));
  return { samples, sampleRateHz: RATE_HZ, text, times, languageCode };
}

function trimmed(samples: Float32Array): Float32Array {
  const isAudible = (sample: number): boolean => Math.abs(sample) > AUDIBLE;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}
