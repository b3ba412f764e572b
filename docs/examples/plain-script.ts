import { writeFile } from 'node:fs/promises';
import { createSpeech } from '@parlance/parlance';

await using speech = await createSpeech({ plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt' });

/** Stands for a language model: its words come one after the other. */
async function* words(): AsyncGenerator<string> {
  for (const word of 'Each sentence is spoken as soon as it is written. The next one follows.'.split(
    /(?<= )/,
  ))
    yield word;
}

const file = await speech.speak(words(), { outputFormat: 'wav' }).file();
const path = process.argv[2] ?? 'spoken.wav';
await writeFile(path, file);
console.log(JSON.stringify({ path, bytes: file.byteLength }));
