import { fadeIn, fadeOut, samplesOfMs } from '@parlance/core';

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

/** @param phones a line a sentence: phones, each with the second at which it ends, counted from the sentence's beginning */
export function readEdgePauses(phones: string): EdgePauses {
  const sentences = phones.split('\n').filter((line) => line.trim() !== '');
  const [first, last] = [readPhones(sentences[0]), readPhones(sentences.at(-1))];
  const [lead, end, beforeEnd] = [first[0], last.at(-1), last.at(-2)];
  return {
    leadSeconds: lead?.name === PAUSE ? lead.endSeconds : 0,
    tailSeconds: end?.name === PAUSE ? end.endSeconds - (beforeEnd?.endSeconds ?? 0) : 0,
  };
}

function readPhones(sentence = ''): { readonly name: string; readonly endSeconds: number }[] {
  return sentence
    .trim()
    .split(/\s+/)
    .flatMap((phone) => {
      const [, name, end] = /^(.+):(\d+\.\d+)$/.exec(phone) ?? [];
      return name === undefined ? [] : [{ name, endSeconds: Number(end) }];
    });
}

/**
 * Makes silence of what a voice gives for the pauses at both edges, in place: noise at -60 dB with breaths at -48 among it, which no
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
