import type { SynthesisFamily } from './family.ts';
import { kitten } from './kitten.ts';
import { kokoro } from './kokoro.ts';
import { matcha } from './matcha.ts';
import { vitsPiper } from './vits-piper.ts';

/** Voice models by the family name of the catalogue. */
export const SYNTHESIS_FAMILIES = {
  'vits-piper': vitsPiper,
  matcha,
  kokoro,
  kitten,
} as const satisfies Record<string, SynthesisFamily>;

export type SynthesisFamilyName = keyof typeof SYNTHESIS_FAMILIES;
