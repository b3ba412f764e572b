import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What takes minutes on real models: faults, hours of audio, every family's configuration. CI runs it beside `npm test`. */
const config = mergeConfig(base, {});
config.test = {
  ...config.test,
  include: ['plugins/*/test/**/*.long.test.ts'],
  exclude: ['**/node_modules/**'],
};
export default config;
