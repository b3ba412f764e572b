/** A process that replaces one object forever, to be killed while writing. Arguments: folder. */
import { openFolderAudioStore } from '../../src/audio/folder-audio-store.ts';

const OBJECT_BYTES = 2_000_000;
const store = await openFolderAudioStore(process.argv[2] ?? '', { reserveBytes: 0 });

for (let round = 0; ; round++) {
  const sink = await store.create('results/contested.mp3', { contentType: 'audio/mpeg' });
  const part = Buffer.alloc(OBJECT_BYTES / 20, round % 256);
  for (let partNumber = 0; partNumber < 20; partNumber++) await sink.write(part);
  await sink.commit();
  if (round === 0) console.log('written');
}
