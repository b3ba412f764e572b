import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** What takes minutes: real models, faults, hours of audio, killed workers. CI runs it beside `npm test`. */
const config = mergeConfig(base, {});
config.test = {
  ...config.test,
  include: ['{packages,plugins}/*/test/**/*.long.test.ts', 'test/{service,browser}/**/*.long.test.ts'],
  exclude: ['**/node_modules/**'],
};
export default config;
