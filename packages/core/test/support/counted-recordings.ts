import type { AudioReader } from '../../src/audio/index.ts';
import { overriding } from './overriding.ts';

/** The same reader, which knows how many of its recordings are open. */
export function countedRecordings(reader: AudioReader) {
  let openCount = 0;
  const open: AudioReader['open'] = async (...args) => {
    const recording = await reader.open(...args);
    openCount += 1;
    return overriding(recording, {
      close: async () => {
        openCount -= 1;
        await recording.close();
      },
    });
  };
  return {
    reader: overriding(reader, { open }),
    get openCount() {
      return openCount;
    },
  };
}
