import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserProject, packAll, type UserProject } from './installed-packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'parlance-packed-'));
let tarballs: string[] = [];

beforeAll(() => {
  tarballs = packAll(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SPEAK = (voiceCode: string): string => `
  import { createSpeech } from '@parlance/runtime';
  import { writeFile } from 'node:fs/promises';
  const speech = await createSpeech();
  const file = await speech.speak('The quick brown fox jumps over the lazy dog.', { voiceCode: '${voiceCode}' }).file();
  await writeFile('hello.wav', file);
  const { transcript } = ${voiceCode === 'joe' ? "await speech.transcribe('hello.wav')" : "{ transcript: '' }"};
  console.log(JSON.stringify({ node: process.versions.node, bytes: file.byteLength, transcript }));
  await speech.close();
`;

describe.each(['22.22.0', '24.21.0'])('the packed packages on Node %s', (nodeVersion) => {
  let project: UserProject;
  beforeAll(() => {
    project = createUserProject(tarballs, nodeVersion);
  });
  afterAll(() => project[Symbol.dispose]());

  it('synthesize with the embedded voices', () => {
    const result = JSON.parse(project.run(SPEAK('slt')));
    expect(result.node).toBe(nodeVersion);
    // 16 kHz, 16-bit: more than a second of speech.
    expect(result.bytes).toBeGreaterThan(32_000);
    expect(readFileSync(join(project.directory, 'hello.wav')).subarray(0, 4).toString()).toBe('RIFF');
  });

  it('synthesize and recognize with sherpa-onnx in a child process', () => {
    const result = JSON.parse(project.run(SPEAK('joe')));
    // A neural voice and a small recognizer: a word may be misheard, a sentence may not.
    expect(result.transcript.toLowerCase()).toMatch(/quick brown fox|lazy dog/);
  });

  it('bring the web pages', () => {
    const found = project.run(`
      import { consolePages } from '@parlance/console';
      const { documents, files } = consolePages();
      console.log(JSON.stringify({ paths: documents.map(({ path }) => path), fileCount: files.length }));
    `);
    const { paths, fileCount } = JSON.parse(found);
    expect(paths).toContain('/console');
    expect(fileCount).toBeGreaterThan(5);
  });

  it('bring the command', () => {
    expect(project.parlance('--version').trim()).toMatch(/^\d+\.\d+\.\d+$/);
    expect(
      JSON.parse(project.parlance('voices', '--json')).map((voice: { code: string }) => voice.code),
    ).toContain('slt');
  });
});
