import type { Check } from './check.ts';
import { runProgram } from './run-program.ts';

export const checkFfmpeg: Check = async () => {
  const { hasWorked, line } = await runProgram(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-version']);
  if (hasWorked)
    return { subject: 'ffmpeg', state: 'good', finding: `${line.split(' ').slice(0, 3).join(' ')}.` };
  return {
    subject: 'ffmpeg',
    state: 'optional',
    finding: 'Not found; WAV, MP3 and PCM work without it.',
    remedy: 'For other formats install ffmpeg, or name it with FFMPEG_PATH.',
  };
};
