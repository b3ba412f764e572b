// A program that embeds the library: `in-process.ts speak|transcribe WORKERS`. Says `done` when the work is done, and stays until
// stdin ends.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createSpeech } from '@parlance/parlance';
import { readClips } from '../recognition-segmentation/clips.ts';

const [work, workers] = process.argv.slice(2);
const threads = Number(workers);
await using speech = await createSpeech({
  plugins: [
    {
      module: '@parlance/plugin-sherpa-onnx',
      options: { threads: { synthesis: threads, recognition: threads } },
    },
  ],
});
if (work === 'speak') {
  await speech.speak('The early train to the coast leaves at seven.', { voiceCode: 'joe' }).file();
} else {
  const [clip] = readClips();
  await speech.transcribe(await readFile(clip?.path ?? ''));
}
process.stdout.write('done\n');
await once(process.stdin.resume(), 'end');
