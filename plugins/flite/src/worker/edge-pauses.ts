import { fadeIn, fadeOut, samplesOfMs } from '@parlance/core/audio';

/** What Flite calls a pause among its phones. */
const PAUSE = 'pau';
/** At speed 1, what sounds already before the first phone begins, and still after the last has ended. */
const ONSET_MS = 15;
const DECAY_MS = 60;

/** The pauses that the first sentence begins and the last one ends with, in seconds; 0 where there is none. */
export interface EdgePauses {
  readonly leadSeconds: number;
  readonly tailSeconds: number;
}

interface Phone {
  readonly name: string;
  readonly seconds: number;
}

/**
 * A sentence without words is a pause and nothing else: then the pause goes on in the next one.
 *
 * @param phones a line a sentence: phones, each with the second at which it ends, counted from the sentence's beginning
 */
export function readEdgePauses(phones: string): EdgePauses {
  const all = phones.split('\n').flatMap(readPhones);
  const isSpoken = ({ name }: Phone): boolean => name !== PAUSE;
  const [first, last] = [all.findIndex(isSpoken), all.findLastIndex(isSpoken)];
  if (first < 0) return { leadSeconds: 0, tailSeconds: 0 };
  return { leadSeconds: secondsOf(all.slice(0, first)), tailSeconds: secondsOf(all.slice(last + 1)) };
}

function readPhones(sentence: string): readonly Phone[] {
  const ends = [...sentence.matchAll(/(\S+):(\d+\.\d+)/g)];
  return ends.map(([, name = '', end], at) => ({
    name,
    seconds: Number(end) - Number(ends[at - 1]?.[2] ?? 0),
  }));
}

function secondsOf(phones: readonly Phone[]): number {
  return phones.reduce((sum, { seconds }) => sum + seconds, 0);
}

/**
 * Makes silence of what a voice gives for the pauses at both edges, in place: noise at -68 to -56 dB with breaths at -48 among it, which no
 * threshold tells from a quiet consonant. What sounds beside the pauses grows with the stretch, as they do.
 */
export function silenceEdges(
  samples: Float32Array,
  { leadSeconds, tailSeconds }: EdgePauses,
  { sampleRateHz, durationStretch }: { readonly sampleRateHz: number; readonly durationStretch: number },
): void {
  const onsetSamples = samplesOfMs(ONSET_MS * durationStretch, sampleRateHz);
  const decaySamples = samplesOfMs(DECAY_MS * durationStretch, sampleRateHz);
  const start = Math.max(0, Math.round(leadSeconds * sampleRateHz) - onsetSamples);
  const end = samples.length - Math.max(0, Math.round(tailSeconds * sampleRateHz) - decaySamples);
  if (start >= end) return;
  samples.fill(0, 0, start);
  samples.fill(0, end);
  const voiced = samples.subarray(start, end);
  if (start > 0) fadeIn(voiced, onsetSamples);
  if (end < samples.length) fadeOut(voiced, onsetSamples);
}
