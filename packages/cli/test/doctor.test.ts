import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLITE, folderWithDatabase, parlance, workingFolder } from './parlance.ts';
import { startServer } from './server.ts';

interface Finding {
  readonly subject: string;
  readonly state: 'good' | 'optional' | 'bad';
  readonly finding: string;
  readonly remedy?: string;
}

const SUBJECTS = ['node', 'sherpa-onnx', 'models', 'pip', 'data folder', 'port', 'ffmpeg'];

async function examine(folder: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout } = await parlance(folder, ['doctor', '--json'], { env });
  const findings: Finding[] = JSON.parse(stdout);
  return {
    status,
    findings,
    of: (subject: string) => findings.find((finding) => finding.subject === subject),
  };
}

describe('parlance doctor', () => {
  it('finds all well, and leaves nothing behind', async () => {
    const folder = await workingFolder();
    const { status, findings } = await examine(folder);
    expect(findings.map(({ subject }) => subject)).toEqual(SUBJECTS);
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(status).toBe(0);
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it('calls missing models bad and gives the command that fetches them', async () => {
    const folder = await workingFolder({ port: 0 });
    const { status, of } = await examine(folder, { PARLANCE_MODELS_DIR: join(folder, 'models') });
    expect(status).toBe(1);
    expect(of('models')).toEqual({
      subject: 'models',
      state: 'bad',
      finding: expect.stringContaining(`Missing in ${join(folder, 'models')}: `),
      remedy: expect.stringMatching(/^parlance models pull \S*joe\S* /),
    });
  });

  it('calls a data folder that is no folder bad', async () => {
    const folder = await workingFolder();
    await writeFile(join(folder, '.parlance'), '');
    const { status, of } = await examine(folder);
    expect(status).toBe(1);
    expect(of('data folder')).toMatchObject({
      state: 'bad',
      remedy: expect.stringContaining('PARLANCE_DATA_DIR'),
    });
  });

  it('calls an address that this machine has not bad', async () => {
    const { status, of } = await examine(await workingFolder({ ...FLITE, host: '203.0.113.7', port: 8080 }));
    expect(status).toBe(1);
    expect(of('port')).toMatchObject({ state: 'bad', remedy: expect.stringContaining('PARLANCE_HOST') });
  });

  it('misses pip and ffmpeg without calling it a fault', async () => {
    const folder = await workingFolder();
    const { status, of } = await examine(folder, { PATH: folder });
    expect(status).toBe(0);
    for (const subject of ['pip', 'ffmpeg'])
      expect(of(subject)).toMatchObject({ state: 'optional', remedy: expect.any(String) });
  });

  it('knows the server that runs on the folder', async () => {
    const folder = await folderWithDatabase();
    const { announced } = await startServer(folder);
    const { status, of } = await examine(folder);
    expect(status).toBe(0);
    expect(of('port')?.finding).toBe(`This service runs at ${announced.url}.`);
    expect(of('data folder')?.finding).toContain('in use by the service');
  });
});
