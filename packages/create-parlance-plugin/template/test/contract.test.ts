import { fakePluginContext, killChildProcesses } from '@parlance/testkit';
import { describeSynthesisEngine } from '@parlance/testkit/vitest';
import { myEngine } from '../src/index.ts';

describeSynthesisEngine('my-engine', {
  async create() {
    const engines = await myEngine().createSynthesis?.(fakePluginContext({ isolation: 'process' }));
    const engine = engines?.[0];
    if (engine === undefined) throw new TypeError('The plugin created no engine.');
    return engine;
  },
  traits: { ...(process.platform === 'linux' && { crashWorker: killChildProcesses }) },
});
