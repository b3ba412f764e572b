import type { AlignedWord, SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { AlignedSpeech } from '../conformance/text-aligner/subject.ts';
import { joinSamples } from './join-samples.ts';

const EDGE_SECONDS = 0.3;
const PAUSE_SECONDS = 0.15;
const AUDIBLE = 0.02;

export interface SplicedText {
  /** Words, separated by single spaces. */
  readonly text: string;
  readonly voiceCode: string;
}

/**
 * Creates speech with known word timings: each word is synthesized separately, trimmed of silence, and appended after a pause.
 *
 * @param engine is not closed
 */
export async function spliceSpeech(
  engine: SynthesisEngine,
  { text, voiceCode }: SplicedText,
): Promise<AlignedSpeech> {
  const voice = engine.voices.find(({ code }) => code === voiceCode);
  if (voice === undefined) {
    throw new SpeechError('INVALID_INPUT', `The engine has no voice ${voiceCode}.`, { field: 'voiceCode' });
  }
  const { nativeRateHz: sampleRateHz, languageCode } = voice;
  const words: Float32Array[] = [];
  for (const word of text.split(' '))
    words.push(
      trimmed(joinSamples(await Array.fromAsync(engine.synthesize({ text: word, voiceCode, speed: 1 })))),
    );
  const times: AlignedWord[] = [];
  let startSeconds = EDGE_SECONDS;
  for (const { length } of words) {
    const endSeconds = startSeconds + length / sampleRateHz;
    times.push({ startSeconds, endSeconds });
    startSeconds = endSeconds + PAUSE_SECONDS;
  }
  const samples = new Float32Array(Math.ceil((startSeconds + EDGE_SECONDS) * sampleRateHz));
  for (const [index, word] of words.entries())
    samples.set(word, Math.round((times[index]?.startSeconds ?? 0) * sampleRateHz));
  return { samples, sampleRateHz, text, times, languageCode };
}

function trimmed(samples: Float32Array): Float32Array {
  const isAudible = (sample: number): boolean => Math.abs(sample) > AUDIBLE;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}
