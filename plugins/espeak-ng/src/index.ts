export type { EspeakNgOptions } from './options.ts';
export { espeakNg, espeakNg as default } from './plugin.ts';
