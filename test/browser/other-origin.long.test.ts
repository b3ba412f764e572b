import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordErrorRate } from '@parlance/testkit';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from '../service/real-speech.ts';
import { chromiumPath, launchWithMicrophone } from './chromium.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { spoken, writeMicrophoneFile } from './spoken-file.ts';

const SAID = 'The quick brown fox jumps over the lazy dog.';
/** Two of nine words. */
const MAX_WORD_ERROR_RATE = 0.25;

/** A page as a user of the client would write it. */
const SCRIPT = `
  import { createParlanceClient } from '@parlance/client';
  import { captureMicrophone } from '@parlance/client/microphone';

  window.clientOf = (options) => createParlanceClient(options);
  window.hear = async (client) => {
    const microphone = await captureMicrophone();
    for await (const event of client.listen(microphone, { sampleRateHz: 16000 }))
      if (event.type === 'FINAL_RESULT') return { text: event.text, level: microphone.level };
  };`;

async function servePage(): Promise<{ readonly server: Server; readonly origin: string }> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
    conditions: ['@parlance/source'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const worklet = join(import.meta.dirname, '../../packages/client/browser/microphone.worklet.js');
  const files: Readonly<Record<string, string | undefined>> = {
    '/': '<!doctype html><meta charset="utf-8"><script type="module" src="page.js"></script>',
    '/page.js': outputFiles[0]?.text,
    '/microphone.worklet.js': await readFile(worklet, 'utf8'),
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const content = files[path];
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(chromiumPath === undefined || !hasModels)('a page of another origin', () => {
  let page: Awaited<ReturnType<typeof servePage>>;
  let server: RunningServer;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-origin-'));
    page = await servePage();
    server = await startServer({
      plugins: ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'],
      corsOrigins: [page.origin],
    });
    const microphone = join(folder, 'microphone.wav');
    await writeMicrophoneFile(microphone, await spoken(server, SAID, 'slt'));
    browser = await launchWithMicrophone(microphone);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    page?.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('synthesizes, and recognizes a microphone, with only a client token', async () => {
    const answer = await fetch(`${server.url}/v1/client-tokens`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'app-id': server.appId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ expiresInSeconds: 120 }),
    });
    const { token } = (await answer.json()) as { readonly token: string };
    const options = { url: server.url, appId: server.appId, token };
    const context = await browser.newContext({ permissions: ['microphone'] });
    const tab = await context.newPage();
    const faults: string[] = [];
    tab.on('pageerror', ({ message }) => faults.push(message));
    await tab.goto(page.origin);
    await tab.waitForFunction('window.hear !== undefined');
    const call = <Result>(code: string): Promise<Result> =>
      tab.evaluate(`(async () => { const client = clientOf(${JSON.stringify(options)}); ${code} })()`);
    const bytes = await call<number>(
      `return (await (await client.speak('Hello.', { voiceCode: 'slt', outputFormat: 'mp3' })).blob()).size;`,
    );
    expect(bytes).toBeGreaterThan(2000);
    const { text, level } = await call<{ readonly text: string; readonly level: number }>(
      'return hear(client);',
    );
    expect(wordErrorRate(SAID, text).rate, text).toBeLessThan(MAX_WORD_ERROR_RATE);
    expect(level).toBeGreaterThanOrEqual(0);
    // Calls that such a token does not allow are refused there too.
    expect(await call("return client.getTranscript('none').catch(({ code }) => code);")).toBe('FORBIDDEN');
    expect(faults).toEqual([]);
    await context.close();
  });
});
