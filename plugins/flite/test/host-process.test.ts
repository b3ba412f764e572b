import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const runNode = promisify(execFile);

/** A host of its own, so that its terminal and its memory can be looked at. */
async function host(script: string): Promise<{ stdout: string; stderr: string }> {
  const argv = ['--conditions=@parlance/source', '--input-type=module', '--eval', script];
  return runNode(process.execPath, argv, { cwd: import.meta.dirname });
}

it('loads no WebAssembly and starts no thread on import or creation', async () => {
  const { stdout } = await host(`
    let compiles = 0;
    const { compile } = WebAssembly;
    WebAssembly.compile = (...args) => { compiles += 1; return compile(...args); };
    const { flite } = await import('@parlance/plugin-flite');
    const plugin = flite({ threads: 2 });
    const [engine] = await plugin.createSynthesis({ onIncident() {} });
    const threads = process.getActiveResourcesInfo().filter((name) => name.includes('MessagePort')).length;
    console.log(JSON.stringify({ compiles, threads }));
    await engine.close();
  `);
  expect(JSON.parse(stdout)).toEqual({ compiles: 0, threads: 0 });
});

it('speaks without a word on the terminal, and lets an idle host end', async () => {
  const { stdout, stderr } = await host(`
    import { flite } from '@parlance/plugin-flite';
    const [engine] = await flite({ threads: 1 }).createSynthesis({ onIncident() {} });
    let samples = 0;
    for await (const chunk of engine.synthesize({ text: 'Hello.', voiceCode: 'slt', speed: 1 })) samples += chunk.length;
    console.log(samples > 8000);
  `);
  expect(stdout).toBe('true\n');
  expect(stderr).toBe('');
});
