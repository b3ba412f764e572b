import type { CatalogueEntry } from './catalogue-entry.ts';
import { DEFAULT_MODELS } from './default-models.ts';
import { PIPER_VOICES } from './piper-voices.ts';
import { ONLINE_RECOGNITION_MODELS, PUNCTUATION_MODELS, RECOGNITION_MODELS } from './recognition-models.ts';
import { SYNTHESIS_MODELS } from './synthesis-models.ts';

/** Written to every manifest. Incremented when an entry's files change. */
export const CATALOGUE_VERSION = 1;

/** All models that Parlance can install. To add your own: `createModelStore({ catalogue: [...CATALOGUE, mine] })`. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...DEFAULT_MODELS,
  ...PIPER_VOICES,
  ...SYNTHESIS_MODELS,
  ...RECOGNITION_MODELS,
  ...ONLINE_RECOGNITION_MODELS,
  ...PUNCTUATION_MODELS,
];

/** The models that a service needs for synthesis and recognition without any configuration. */
export const DEFAULT_MODEL_IDS: readonly string[] = DEFAULT_MODELS.map((entry) => entry.id);
