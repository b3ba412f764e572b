import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';

const PROGRAM = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';

/**
 * Finds ffmpeg: only at FFMPEG_PATH if that is set, else on the PATH.
 *
 * @throws SpeechError `TRANSCODER_UNAVAILABLE` with the remedy
 */
export async function findFfmpeg(environment: NodeJS.ProcessEnv): Promise<string> {
  const { FFMPEG_PATH, PATH = '' } = environment;
  if (FFMPEG_PATH !== undefined && FFMPEG_PATH !== '') {
    if (await isProgram(FFMPEG_PATH)) return FFMPEG_PATH;
    throw unavailable(
      'FFMPEG_PATH does not name an executable program. Correct it, or unset it to search the PATH.',
    );
  }
  for (const folder of PATH.split(delimiter).filter((entry) => entry !== '')) {
    const path = join(folder, PROGRAM);
    if (await isProgram(path)) return path;
  }
  throw unavailable(
    'ffmpeg is not installed; this format needs it. Install it ("apt-get install ffmpeg", ' +
      '"brew install ffmpeg"), or set FFMPEG_PATH to its binary.',
  );
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function unavailable(message: string): SpeechError {
  return new SpeechError('TRANSCODER_UNAVAILABLE', message);
}
