// A process that owns a data folder until it is told to release it; prints a line for each step.
import { createInterface } from 'node:readline';
import { openDataFolder } from '../src/data-folder.ts';

const [path = '', job = 'hold'] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const folder = await openDataFolder(path, { onLost: () => say('lost') });
  say('owned');
  if (job === 'write') {
    // Each content repeats one letter, so that a mix of two would show.
    for (let round = 0; ; round++) {
      await folder.writeJson('big.json', String.fromCharCode(97 + (round % 26)).repeat(2_000_000));
      if (round === 0) say('written');
    }
  }
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'release') break;
    if (line === 'write')
      say(
        await folder.writeJson('note.json', 1).then(
          () => 'written',
          (error) => error.message,
        ),
      );
  }
  await folder.release();
  say('released');
} catch (error) {
  say(`refused: ${(error as Error).message}`);
}
process.exit();
