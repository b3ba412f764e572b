export type { SoundSwallowerOptions } from './options.ts';
export { soundSwallower, soundSwallower as default } from './plugin.ts';
