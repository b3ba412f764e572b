import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultModelDirectory } from '../../packages/models/src/store/default-directory.ts';
import { buildBaseImage } from './base-image.ts';
import { type ContainerTools, createContainerTools, whyNoContainers } from './container-tools.ts';

const root = join(import.meta.dirname, '../..');
const models = process.env.PARLANCE_MODELS_DIR ?? defaultModelDirectory();
const reason =
  whyNoContainers() ??
  (existsSync(join(models, 'piper-en-us-joe-medium')) ? undefined : 'the default models are not installed');
if (reason !== undefined) console.log(`The container's tests are skipped: ${reason}.`);

const SENTENCE = 'The quick brown fox jumps over the lazy dog.';
/** On a machine with eight other things to do, each start has taken three minutes. */
const HEALTH_TIMEOUT_MS = 500_000;
const BUILD_TIMEOUT_MS = 1_200_000;
const TEST_TIMEOUT_MS = 600_000;
const WAV_HEADER_BYTES = 44;
/** As compose.yaml runs it; the rest is what a container in a sandbox is denied. */
const RUN_OPTIONS = [
  ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges'],
  ['--network=host', '--cgroups=disabled', '--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'],
].flat();

interface Container {
  readonly process: ChildProcess;
  readonly url: string;
  /** What `parlance serve --json` wrote, once it listens and its models are loaded. */
  readonly started: Promise<{ readonly appId?: string; readonly token?: string }>;
  readonly log: readonly string[];
}

/** Of OTLP in JSON, what the test reads. */
interface ExportedTraces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly name: string }[] }[];
  }[];
}

describe.skipIf(reason !== undefined)('the image', { timeout: TEST_TIMEOUT_MS }, () => {
  let tools: ContainerTools;
  let container: Container;
  let collector: Server;
  const spans: string[] = [];
  let credentials: { readonly appId?: string; readonly token?: string } = {};

  beforeAll(async () => {
    tools = createContainerTools();
    collector = createHttpServer(async (request, response) => {
      const body = JSON.parse((await request.toArray()).join('')) as ExportedTraces;
      for (const { scopeSpans } of body.resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans.map(({ name }) => name));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    await buildBaseImage(tools, 'base');
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
    await tools.buildah(
      'build',
      ...['--isolation=chroot', '--network=host', '--format=docker', '--layers=false'],
      ...['--build-arg=BASE=localhost/base', `--volume=${cache}:/root/.npm`, '--tag=parlance', root],
    );
    container = await start('first');
  }, BUILD_TIMEOUT_MS);
  afterAll(async () => {
    await tools.podman('rm', '--all', '--force', '--time=0');
    tools[Symbol.dispose]();
    collector.close();
  });

  async function start(name: string): Promise<Container> {
    const port = await freePort();
    const child = tools.startContainer(
      ...[`--name=${name}`, `--env=PARLANCE_PORT=${port}`, ...RUN_OPTIONS],
      `--env=OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      ...[`--volume=${models}:/models:ro`, '--volume=data:/data', 'localhost/parlance', 'serve', '--json'],
    );
    const log: string[] = [];
    if (child.stdout === null || child.stderr === null) throw new Error('A container has output.');
    createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(log.join('\n'))));
    const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
    const started = Promise.race([line, ended]).then(([text]) => JSON.parse(text));
    // Whoever awaits it is told; a container that is stopped before fails nobody else.
    started.catch(() => undefined);
    return { process: child, url: `http://127.0.0.1:${port}`, started, log };
  }

  /** Runs the image's own check, which podman leaves to systemd, until it is content. */
  async function waitForHealth(name: string): Promise<void> {
    await expect
      .poll(() => tools.podman('healthcheck', 'run', name).then(() => 'healthy', String), {
        interval: 1000,
        timeout: HEALTH_TIMEOUT_MS,
      })
      .toBe('healthy');
  }

  const speak = (): Promise<Response> =>
    fetch(`${container.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${credentials.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ model: 'tts-1', voice: 'joe', input: SENTENCE, response_format: 'wav' }),
    });

  it('turns healthy, with models from a folder that it cannot write to', async () => {
    credentials = await container.started;
    expect(credentials.token).toBeTypeOf('string');
    await waitForHealth('first');
  });

  it('has the built packages, no sources and nothing that only developers need', async () => {
    const list = async (path: string): Promise<string[]> =>
      (await tools.podman('exec', 'first', 'ls', path)).split('\n');
    const ours = await list('/app/packages/parlance');
    expect(ours).toContain('dist');
    expect(ours).not.toContain('src');
    const installed = await list('/app/node_modules');
    expect(installed).toContain('fastify');
    expect(installed).not.toContain('typescript');
    expect(installed).not.toContain('vitest');
  });

  it('says what it is made of, with versions and licences', async () => {
    const { bomFormat, components } = JSON.parse(
      await tools.podman('exec', 'first', 'cat', '/app/sbom.cdx.json'),
    );
    expect(bomFormat).toBe('CycloneDX');
    const fastify = components.find(({ name }: { name: string }) => name === 'fastify');
    expect(fastify).toMatchObject({
      version: expect.stringMatching(/^5\./),
      licenses: [{ license: { id: 'MIT' } }],
    });
    expect(components.map(({ name }: { name: string }) => name)).not.toContain('vitest');
  });

  it('runs as a user without rights', async () => {
    expect(await tools.podman('exec', 'first', 'id', '-u')).toBe('10001');
    const { length } = container.log.filter((line) => line.includes('"pid":1,'));
    expect(length).toBeGreaterThan(0);
  });

  it('speaks with a model from the folder, and hears what it said', async () => {
    const answer = await speak();
    expect(answer.status).toBe(200);
    const wav = await answer.arrayBuffer();
    const samples = new Int16Array(wav.slice(WAV_HEADER_BYTES, wav.byteLength - (wav.byteLength % 2)));
    expect(Math.max(...samples.subarray(0, 100_000))).toBeGreaterThan(3000);
    const form = new FormData();
    form.set('file', new Blob([wav]), 'fox.wav');
    form.set('model', 'whisper-1');
    const heard = await fetch(`${container.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${credentials.token}` },
      body: form,
    });
    expect(((await heard.json()) as { text: string }).text.toLowerCase()).toMatch(/quick brown fox|lazy dog/);
  });

  it('sends traces where OpenTelemetry’s variables ask for them', async () => {
    await expect
      .poll(() => spans, { timeout: TEST_TIMEOUT_MS })
      .toEqual(expect.arrayContaining(['POST /v1/audio/speech', 'synthesize']));
  });

  it('ends with status 0 on SIGTERM, and keeps apps and tokens in its volume', async () => {
    const exit = once(container.process, 'exit');
    await tools.podman('kill', '--signal=TERM', 'first');
    expect(await exit).toEqual([0, null]);
    container = await start('second');
    expect(await container.started).not.toHaveProperty('token');
    await waitForHealth('second');
    expect((await speak()).status).toBe(200);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}
