import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserProject, installBun, packAll, type UserProject } from './installed-packages.ts';

/** The oldest one that the packages run on, and the one that this repository brings. */
const NODE_VERSIONS = ['22.12.0', '24.21.0'];
const folder = mkdtempSync(join(tmpdir(), 'parlance-packed-'));
const projects = new Map<string, UserProject>();

beforeAll(() => {
  const tarballs = packAll(folder);
  for (const version of NODE_VERSIONS) projects.set(version, createUserProject(tarballs, version));
});
afterAll(() => {
  for (const project of projects.values()) project[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

function projectOn(nodeVersion: string): UserProject {
  const project = projects.get(nodeVersion);
  if (project === undefined) throw new Error(`No project was made for Node ${nodeVersion}.`);
  return project;
}

/** The block of the README that speaks and recognizes in-process, as it stands. */
function readmeSnippet(): string {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, snippet] = /^```js\n(.*?'@parlance\/parlance'.*?)^```$/ms.exec(readme) ?? [];
  if (snippet === undefined) throw new Error('The README has no snippet for in-process use.');
  return snippet;
}

/** What the snippet prints: the transcript, on one line, and nothing else. */
const PRINTED = /^.*hello from your own process.*\n$/i;

describe.each(NODE_VERSIONS)('the packed packages on Node %s', (nodeVersion) => {
  it('run the snippet of the README as it stands, which prints the transcript', () => {
    const { directory, run } = projectOn(nodeVersion);
    expect(run(readmeSnippet())).toMatch(PRINTED);
    expect(readFileSync(join(directory, 'hello.wav')).subarray(0, 4).toString()).toBe('RIFF');
  });

  it('speak with the embedded voices for CommonJS', () => {
    const { directory, node } = projectOn(nodeVersion);
    const script = `
      const { createSpeech, flite } = require('@parlance/parlance');
      createSpeech({ plugins: [flite()], defaultVoice: 'slt' }).then(async (speech) => {
        const file = await speech.speak('The quick brown fox.').file();
        const document = '<speak>The quick<break time="1s"/> brown fox.</speak>';
        const paused = await speech.speak(document, { textType: 'ssml' }).file();
        await speech.close();
        const bytes = file.byteLength;
        console.log(JSON.stringify({ node: process.versions.node, bytes, pausedBytes: paused.byteLength }));
      });`;
    writeFileSync(join(directory, 'script.cjs'), script);
    const printed = execFileSync(node, ['script.cjs'], { cwd: directory, encoding: 'utf8' });
    const { node: version, bytes, pausedBytes } = JSON.parse(printed);
    expect(version).toBe(nodeVersion);
    // 16 kHz, 16-bit: more than a second of speech.
    expect(bytes).toBeGreaterThan(32_000);
    expect(pausedBytes).toBeGreaterThan(bytes + 24_000);
  });

  it('bring the adapters and the web pages', () => {
    const found = projectOn(nodeVersion).run(`
      import { createParlanceClient } from '@parlance/parlance/client';
      import { consolePages } from '@parlance/parlance/console';
      import { speechHttp } from '@parlance/parlance/http';
      import { openaiHttp } from '@parlance/parlance/openai';
      import { createOpenaiRealtimeEndpoint } from '@parlance/parlance/realtime';
      import { createRealtimeEndpoint } from '@parlance/parlance/websocket';
      import { createTwilioEndpoint } from '@parlance/parlance/telephony';
      import { createWyomingServer } from '@parlance/parlance/wyoming';
      const functions = [createParlanceClient, speechHttp, openaiHttp, createRealtimeEndpoint, createOpenaiRealtimeEndpoint, createTwilioEndpoint, createWyomingServer];
      const { documents, files } = consolePages();
      console.log(JSON.stringify({
        types: functions.map((value) => typeof value),
        paths: documents.map(({ path }) => path),
        fileCount: files.length,
      }));
    `);
    const { types, paths, fileCount } = JSON.parse(found);
    expect(types).toEqual(Array.from({ length: 7 }, () => 'function'));
    expect(paths).toContain('/console');
    expect(fileCount).toBeGreaterThan(5);
  });

  it('bring the command', () => {
    const { parlance } = projectOn(nodeVersion);
    expect(parlance('--version').trim()).toMatch(/^\d+\.\d+\.\d+$/);
    expect(JSON.parse(parlance('voices', '--json')).map((voice: { code: string }) => voice.code)).toContain(
      'slt',
    );
  });
});

describe('the packed packages on Bun', () => {
  let bun: string | undefined;
  beforeAll(() => {
    bun = installBun(projectOn('24.21.0'));
  });

  it.for(['process', 'thread'])('speak and recognize with isolation: %s', (isolation, context) => {
    if (bun === undefined) {
      context.skip('Bun cannot be installed on this machine.');
      return;
    }
    const { directory } = projectOn('24.21.0');
    const script = readmeSnippet().replace('createSpeech()', `createSpeech({ isolation: '${isolation}' })`);
    writeFileSync(join(directory, 'bun.mjs'), `${script}\nconsole.log(process.versions.bun);\n`);
    const [transcript, version] = execFileSync(bun, ['bun.mjs'], { cwd: directory, encoding: 'utf8' }).split(
      '\n',
    );
    expect(`${transcript}\n`).toMatch(PRINTED);
    expect(version).toMatch(/^\d+\.\d+/);
  });
});
