export type { FliteOptions } from './options.ts';
export { flite, flite as default } from './plugin.ts';
