import type { CatalogueEntry } from './catalogue-entry.ts';
import { DEFAULT_MODELS } from './default-models.ts';
import { PIPER_VOICES } from './piper-voices.ts';
import { ONLINE_RECOGNITION_MODELS, PUNCTUATION_MODELS, RECOGNITION_MODELS } from './recognition-models.ts';
import { SYNTHESIS_MODELS } from './synthesis-models.ts';

/** Written into every manifest. Rises when an entry's files change. */
export const CATALOGUE_VERSION = 1;

/** Every model that Parlance knows how to install. Add your own: `createModelStore({ catalogue: [...CATALOGUE, mine] })`. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...DEFAULT_MODELS,
  ...PIPER_VOICES,
  ...SYNTHESIS_MODELS,
  ...RECOGNITION_MODELS,
  ...ONLINE_RECOGNITION_MODELS,
  ...PUNCTUATION_MODELS,
];

/** What a service needs to speak and to listen with nothing configured. */
export const DEFAULT_MODEL_IDS: readonly string[] = DEFAULT_MODELS.map((entry) => entry.id);
