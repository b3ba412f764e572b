export type { FliteOptions } from './options.ts';
export { flite } from './plugin.ts';
