import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const runNode = promisify(execFile);

/** A host of its own, so that its terminal and its memory can be looked at, and that its crash is one failed test. */
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
    const plugin = flite({ threads: 2, isolation: 'thread' });
    const [engine] = await plugin.createSynthesis({ onIncident() {} });
    const threads = process.getActiveResourcesInfo().filter((name) => name.includes('MessagePort')).length;
    console.log(JSON.stringify({ compiles, threads }));
    await engine.close();
  `);
  expect(JSON.parse(stdout)).toEqual({ compiles: 0, threads: 0 });
});

it.each([
  { isolation: undefined, children: 0 },
  { isolation: 'process', children: 1 },
])(
  'speaks with isolation $isolation without a word on the terminal, and lets an idle host end',
  async ({ isolation, children }) => {
    const { stdout, stderr } = await host(`
    import { subscribe } from 'node:diagnostics_channel';
    import { flite } from '@parlance/plugin-flite';
    let children = 0;
    subscribe('child_process', () => { children += 1; });
    const context = { isolation: 'process', onIncident() {} };
    const [engine] = await flite(${JSON.stringify({ threads: 1, isolation })}).createSynthesis(context);
    let samples = 0;
    for await (const chunk of engine.synthesize({ text: 'Hello.', voiceCode: 'slt', speed: 1 })) samples += chunk.length;
    console.log(samples > 8000, children);
  `);
    expect(stdout).toBe(`true ${children}\n`);
    expect(stderr).toBe('');
  },
);

it('in threads of the host, is aborted, closed in the middle of loading and speaking, and opened again', async () => {
  const { stdout, stderr } = await host(`
    import { flite } from '@parlance/plugin-flite';
    const speak = async (engine, signal) => {
      let samples = 0;
      const unit = { text: 'The birch canoe slid on the smooth planks.', voiceCode: 'kal', speed: 1 };
      for await (const chunk of engine.synthesize(unit, { signal })) samples += chunk.length;
      return samples;
    };
    const codeOf = (work) => work.then((samples) => samples > 8000, (error) => error.code);
    const open = async () => (await flite({ threads: 1, isolation: 'thread' }).createSynthesis({ onIncident() {} }))[0];
    const outcomes = [];
    const loading = await open();
    const warming = codeOf(loading.warm());
    await loading.close();
    outcomes.push(await warming);
    const engine = await open();
    await engine.warm();
    const controller = new AbortController();
    const aborted = codeOf(speak(engine, controller.signal));
    controller.abort();
    outcomes.push(await aborted);
    const last = codeOf(speak(engine));
    await engine.close();
    outcomes.push(await last);
    const again = await open();
    outcomes.push(await codeOf(speak(again)));
    await again.close();
    console.log(JSON.stringify(outcomes));
  `);
  expect(JSON.parse(stdout)).toEqual(['SHUTTING_DOWN', 'ABORTED', 'SHUTTING_DOWN', true]);
  expect(stderr).toBe('');
});
