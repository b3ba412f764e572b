import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createSpeech } from '@parlance/parlance';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string', short: 'o', default: 'spoken.mp3' } },
});
await using speech = await createSpeech({ plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt' });
await writeFile(values.output, await speech.speak(positionals.join(' '), { outputFormat: 'mp3' }).file());
console.log(values.output);
