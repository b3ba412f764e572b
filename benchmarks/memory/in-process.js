// A program that embeds the library, as one that installed it: `in-process.js WORKERS ISOLATION [RECORDING]`. Transcribes the
// recording, or speaks where there is none. Says `done` when the work is done, and stays until stdin ends. It is no TypeScript, since
// what strips the types takes 13 MiB.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createSpeech } from '@parlance/parlance';

const [workers, isolation, recording] = process.argv.slice(2);
const threads = Number(workers);
await using speech = await createSpeech({
  isolation,
  plugins: [
    {
      module: '@parlance/plugin-sherpa-onnx',
      options: { threads: { synthesis: threads, recognition: threads } },
    },
  ],
});
if (recording === undefined) {
  await speech.speak('The early train to the coast leaves at seven.', { voiceCode: 'joe' }).file();
} else {
  await speech.transcribe(await readFile(recording));
}
process.stdout.write('done\n');
await once(process.stdin.resume(), 'end');
