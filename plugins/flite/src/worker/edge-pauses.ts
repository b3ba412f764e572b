import { fadeIn, fadeOut, samplesOfMs } from '@parlance/core/audio';

/** Flite's name for a pause among its phones. */
const PAUSE = 'pau';
/** How long sound begins before the first phone, and continues after the last one, at speed 1. */
const ONSET_MS = 15;
const DECAY_MS = 60;

/** The pauses at the beginning of the first sentence and at the end of the last, in seconds; 0 if there is none. */
export interface EdgePauses {
  readonly leadSeconds: number;
  readonly tailSeconds: number;
}

interface Phone {
  readonly name: string;
  readonly seconds: number;
}

/**
 * Reads the pauses at both edges. A sentence without words is only a pause, which then continues in the next sentence.
 *
 * @param phones a line for each sentence: phones, each with its end in seconds from the sentence's beginning
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
 * Replaces a voice's noise in the pauses at both edges by silence, in place: it is at -68 to -56 dB with breaths at -48, which no
 * threshold can tell from a quiet consonant. The sound that extends into the pauses grows with the stretch, as they do.
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
