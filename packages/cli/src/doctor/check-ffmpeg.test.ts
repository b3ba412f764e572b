import { serverSettings } from '@parlance/core/settings';
import { afterEach, expect, it, vi } from 'vitest';
import { checkFfmpeg } from './check-ffmpeg.ts';

afterEach(() => void vi.unstubAllEnvs());

it('looks for ffmpeg on the PATH if FFMPEG_PATH is empty', async () => {
  vi.stubEnv('FFMPEG_PATH', '');
  vi.stubEnv('PATH', '/nowhere');
  expect(await checkFfmpeg(serverSettings.parse({}))).toMatchObject({ subject: 'ffmpeg', state: 'optional' });
});
