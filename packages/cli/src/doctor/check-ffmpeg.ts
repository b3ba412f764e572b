import type { Check } from './check.ts';
import { runProgram } from './run-program.ts';

export const checkFfmpeg: Check = async () => {
  const { hasWorked, line } = await runProgram(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-version']);
  if (hasWorked)
    return { subject: 'ffmpeg', state: 'good', finding: `${line.split(' ').slice(0, 3).join(' ')}.` };
  return {
    subject: 'ffmpeg',
    state: 'optional',
    finding:
      'Not found. Without it WAV, MP3, FLAC, Ogg Vorbis and Opus are read, and WAV, MP3 and PCM are spoken.',
    remedy:
      'For the other formats (to read M4A, AAC and WebM; to speak Opus, AAC, FLAC and Ogg) install ffmpeg, or name it with FFMPEG_PATH.',
  };
};
