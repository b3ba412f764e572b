import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The install that the tests of packages/livekit make for themselves. */
const liveKit = (name: string): string =>
  fileURLToPath(
    new URL(
      `node_modules/.cache/parlance-livekit/node_modules/@livekit/${name}/dist/index.js`,
      import.meta.url,
    ),
  );

/** What takes minutes: real models, faults, hours of audio, killed workers. CI runs it beside `npm test`. */
const config = mergeConfig(base, {
  resolve: { alias: { '@livekit/agents': liveKit('agents'), '@livekit/rtc-node': liveKit('rtc-node') } },
});
config.test = {
  ...config.test,
  include: ['{packages,plugins}/*/test/**/*.long.test.ts', 'test/{service,browser}/**/*.long.test.ts'],
  exclude: ['**/node_modules/**'],
  // Many tests wait for time to pass or for other processes, so that two at a time leave two cores partly idle.
  maxWorkers: 3,
};
export default config;
