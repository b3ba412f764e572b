import type { SynthesisUnit } from '@parlance/core/engine';
import type { Problems } from '../verdict.ts';
import { endProblems } from './edge-levels.ts';
import { peakOf } from './listening.ts';
import type { SynthesisSubject } from './subject.ts';

/** What a vowel begins with, in IPA. */
export const VOWEL = /^[aeiouɑɛɪɔʊə]/u;
/** A word of this many equal vowels sounds different from every other word. */
export const VOWELS_IN_WORD = 3;

/** By which voice and how a unit is spoken; its text, if not the sentence. */
export type Manner = Partial<SynthesisUnit> & Pick<SynthesisUnit, 'voiceCode'>;

/** The voice and how it speaks, for the problem of a unit. */
export function spokenBy({ voiceCode, speed = 1, text }: Manner): string {
  const at = speed === 1 ? '' : ` at speed ${speed}`;
  return `${voiceCode}${at}${text === undefined ? '' : ' in a long text'}`;
}

/** Checks that there is sound, to its end; `audio/in-range` reports samples beyond 1. */
export function audibleProblems(
  { engine }: SynthesisSubject,
  what: string,
  samples: Float32Array,
  voiceCode: string,
): Problems {
  const peak = peakOf(samples);
  const { nativeRateHz = 0 } = engine.voices.find(({ code }) => code === voiceCode) ?? {};
  if (!(peak > 0 && Number.isFinite(peak)))
    return [`${what}: the loudest sample is ${peak}; expected a number above 0.`];
  return endProblems(what, samples, nativeRateHz);
}
