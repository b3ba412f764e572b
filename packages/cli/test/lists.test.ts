import { join } from 'node:path';
import { CATALOGUE } from '@parlance/models';
import { describe, expect, it } from 'vitest';
import { workingFolder } from './parlance.ts';
import { parlanceInside as parlance } from './parlance-inside.ts';

describe('parlance voices', () => {
  it('lists the voices of the plugins, or only those of one language', async () => {
    const folder = await workingFolder();
    const all: { code: string }[] = JSON.parse((await parlance(folder, ['voices', '--json'])).stdout);
    expect(all.map(({ code }) => code)).toEqual(['awb', 'kal', 'kal16', 'rms', 'slt']);
    const british = await parlance(folder, ['voices', '--language', 'en-gb']);
    expect(british.stdout).toMatch(/^ {2}CODE .*\n\nflite, en-GB\n {2}awb .*\n$/);
  });

  it('assigns a voice to an app', async () => {
    const folder = await workingFolder();
    const run = async (...args: string[]) => JSON.parse((await parlance(folder, [...args, '--json'])).stdout);
    const { appId } = await run('apps', 'create', '--name', 'Owner');
    expect(await run('voices', 'give', 'kal', appId)).toEqual({ code: 'kal', ownerAppId: appId });
  });
});

describe('parlance models', () => {
  it('lists the catalogue and which models are installed', async () => {
    const folder = await workingFolder();
    const env = { PARLANCE_MODELS_DIR: join(folder, 'models') };
    const { status, stdout } = await parlance(folder, ['models', 'list', '--json'], { env });
    expect(status).toBe(0);
    const models: { id: string; licence: string; isInstalled: boolean }[] = JSON.parse(stdout);
    expect(models.map(({ id, licence, isInstalled }) => ({ id, licence, isInstalled }))).toEqual(
      CATALOGUE.map(({ id, licence }) => ({ id, licence, isInstalled: false })),
    );
    expect((await parlance(folder, ['models', 'list', '--installed', '--json'], { env })).stdout).toBe(
      '[]\n',
    );
  });

  it.each([
    [['pull', 'no-such-model'], 'MODEL_NOT_FOUND'],
    [['remove', 'no-such-model'], 'MODEL_NOT_FOUND'],
    [['verify', 'silero-vad'], 'MODEL_NOT_INSTALLED'],
  ])('fails with 1 on %j', async (args, code) => {
    const folder = await workingFolder();
    const { status, stdout, stderr } = await parlance(folder, ['models', ...args, '--json'], {
      env: { PARLANCE_MODELS_DIR: join(folder, 'models') },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(JSON.parse(stderr).error.code).toBe(code);
  });

  it('reports that a folder does not contain the model', async () => {
    const folder = await workingFolder();
    const { status, stderr } = await parlance(folder, ['models', 'pull', 'silero-vad', '--from', '.'], {
      env: { PARLANCE_MODELS_DIR: join(folder, 'models') },
    });
    expect(status).toBe(2);
    expect(stderr.split('\n').filter((line) => line.startsWith('parlance: '))).toHaveLength(1);
  });
});
