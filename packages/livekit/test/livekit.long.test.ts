import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { installFramework } from './install-framework.ts';

const run = promisify(execFile);
const isInstalled = installFramework();
if (isInstalled) {
  const { initializeLogger } = await import('@livekit/agents');
  initializeLogger({ pretty: false, level: 'fatal' });
  await import('./speech-to-text.ts');
  await import('./text-to-speech.ts');
  await import('./agent-session.ts');
  await import('./real-models.ts');
}

describe.runIf(isInstalled)('the plugin for LiveKit Agents', () => {
  it('compiles against the types of the framework', async () => {
    const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
    const words = [tsc, '--noEmit', '-p', import.meta.dirname];
    await run(process.execPath, words).catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
  }, 600_000);
});
