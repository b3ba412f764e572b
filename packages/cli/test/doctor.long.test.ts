import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUCKET, S3_MISSING, startS3Gateway } from '../../storage-s3/test/s3-gateway.ts';
import { FLITE, folderWithDatabase, parlance, workingFolder } from './parlance.ts';
import { startServer } from './server.ts';

interface Finding {
  readonly subject: string;
  readonly state: 'good' | 'optional' | 'bad';
  readonly finding: string;
  readonly remedy?: string;
}

const SUBJECTS = [
  'node',
  'sherpa-onnx',
  'models',
  'languages',
  'pip',
  'data folder',
  'database',
  'audio storage',
  'port',
  'wyoming',
  'asterisk',
  'service',
  'ffmpeg',
];

async function examine(folder: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout } = await parlance(folder, ['doctor', '--json'], { env });
  const findings: Finding[] = JSON.parse(stdout);
  return {
    status,
    stdout,
    findings,
    of: (subject: string) => findings.find((finding) => finding.subject === subject),
  };
}

describe('parlance doctor', () => {
  it('finds no problem, and leaves nothing behind', async () => {
    const folder = await workingFolder();
    const { status, findings, of } = await examine(folder);
    expect(of('database')?.finding).toBe('The first start creates an embedded database.');
    expect(findings.map(({ subject }) => subject)).toEqual(SUBJECTS);
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(status).toBe(0);
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it('reports missing models with the command that downloads them', async () => {
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

  it('reports a data folder that is not a folder', async () => {
    const folder = await workingFolder();
    await writeFile(join(folder, '.parlance'), '');
    const { status, of } = await examine(folder);
    expect(status).toBe(1);
    expect(of('data folder')).toMatchObject({
      state: 'bad',
      remedy: expect.stringContaining('PARLANCE_DATA_DIR'),
    });
  });

  it('reports an address that this machine does not have', async () => {
    const { status, of } = await examine(await workingFolder({ ...FLITE, host: '203.0.113.7', port: 8080 }));
    expect(status).toBe(1);
    expect(of('port')).toMatchObject({ state: 'bad', remedy: expect.stringContaining('PARLANCE_HOST') });
  });

  it('reports missing pip and ffmpeg as optional', async () => {
    const folder = await workingFolder();
    const { status, of } = await examine(folder, { PATH: folder });
    expect(status).toBe(0);
    for (const subject of ['pip', 'ffmpeg'])
      expect(of(subject)).toMatchObject({ state: 'optional', remedy: expect.any(String) });
  });

  it('finds the server that runs on the folder', async () => {
    const folder = await folderWithDatabase();
    const { announced } = await startServer(folder);
    const { status, of } = await examine(folder);
    expect(status).toBe(0);
    expect(of('port')?.finding).toBe(`This service runs at ${announced.url}.`);
    expect(of('data folder')?.finding).toContain('in use by the running service');
    expect(of('database')?.finding).toContain('in use by the running service');
    expect(of('audio storage')?.state).toBe('good');
  });
});

describe('parlance doctor, on the storage', () => {
  it('opens an existing database, and leaves it unchanged for its next owner', async () => {
    const folder = await folderWithDatabase();
    const before = await readdir(join(folder, '.parlance'));
    const { status, of } = await examine(folder);
    expect(of('database')).toEqual({
      subject: 'database',
      state: 'good',
      finding: expect.stringMatching(
        /^The embedded database, PostgreSQL 1\d\S* answers in [\d.]+ ms; its tables are up to date\.$/,
      ),
    });
    expect(status).toBe(0);
    expect(await readdir(join(folder, '.parlance'))).toEqual(before);
  });

  it('suggests what to do about a damaged embedded database', async () => {
    const folder = await folderWithDatabase();
    const files = join(folder, '.parlance', 'database');
    await writeFile(join(files, 'global', 'pg_control'), 'damaged');
    const { status, of } = await examine(folder);
    expect(status).toBe(1);
    expect(of('database')).toMatchObject({
      state: 'bad',
      remedy: expect.stringContaining(join('.parlance', 'database')),
    });
  });

  it('shows no credentials of a database and a bucket that do not answer', async () => {
    const port = await closedPort();
    const folder = await workingFolder();
    const { status, of, stdout } = await examine(folder, {
      DATABASE_URL: `postgres://keeper:s3cr3t-word@127.0.0.1:${port}/speech`,
      AUDIO_URL: `s3://speech-audio/prefix?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'key-of-a-test',
      AWS_SECRET_ACCESS_KEY: 's3cr3t-word',
    });
    expect(status).toBe(1);
    expect(of('database')).toMatchObject({
      state: 'bad',
      remedy: expect.stringMatching(/does not answer \(ECONNREFUSED\).*DATABASE_URL/),
    });
    expect(of('audio storage')).toMatchObject({
      state: 'bad',
      remedy: expect.stringMatching(/AUDIO_URL does not answer/),
    });
    expect(stdout).not.toMatch(/s3cr3t-word|key-of-a-test|keeper/);
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it('requires a database and a bucket for a process with one role', async () => {
    const { status, of } = await examine(await workingFolder(), { PARLANCE_ROLES: 'worker' });
    expect(status).toBe(1);
    expect(of('database')?.remedy).toContain('DATABASE_URL');
    expect(of('audio storage')?.remedy).toContain('AUDIO_URL');
  });

  it.skipIf(S3_MISSING !== undefined)('tests the bucket, and reports a missing one', async () => {
    await using gateway = await startS3Gateway();
    const folder = await workingFolder();
    const audioUrl = (bucket: string) => `s3://${bucket}/speech?endpoint=${gateway.endpoint}`;
    const found = await examine(folder, { AUDIO_URL: audioUrl(BUCKET) });
    expect(found.of('audio storage')).toMatchObject({
      state: 'good',
      finding: expect.stringContaining('The bucket of AUDIO_URL works'),
    });
    const missing = await examine(folder, { AUDIO_URL: audioUrl('no-such-bucket') });
    expect(missing.of('audio storage')).toMatchObject({
      state: 'bad',
      remedy: expect.stringContaining('create it or change AUDIO_URL'),
    });
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });
});

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
