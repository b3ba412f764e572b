import type { Check } from './check.ts';
import { runProgram } from './run-program.ts';

export const checkFfmpeg: Check = async () => {
  // Empty counts as not set, as for the transcoder.
  const { hasWorked, line } = await runProgram(process.env.FFMPEG_PATH || 'ffmpeg', ['-version']);
  if (hasWorked)
    return { subject: 'ffmpeg', state: 'good', finding: `${line.split(' ').slice(0, 3).join(' ')}.` };
  return {
    subject: 'ffmpeg',
    state: 'optional',
    finding:
      'Not found. Without it, input can be WAV, MP3, FLAC, Ogg Vorbis and Opus, and output WAV, MP3 and PCM.',
    remedy:
      'For other formats (input M4A, AAC and WebM; output Opus, AAC, FLAC and Ogg) install ffmpeg, or set FFMPEG_PATH.',
  };
};
