/** SSML becomes a script: passages with the way in which each is to be spoken. */
export { type Casting, isOfLanguage } from './casting.ts';
export type { Delivery, EmphasisLevel, Passage, Script } from './delivery.ts';
export { type ReadSsmlOptions, readSsml } from './read-ssml.ts';
