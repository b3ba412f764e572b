import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { speak } from './listening.ts';
import { type SynthesisSubject, unitOf } from './synthesis-subject.ts';
import { type ConformanceCase, problemIf } from './verdict.ts';

/** Before anything is measured: buffers that are made once and used again are there by then. */
const FIRST_UNITS = 3;
const UNITS = 12;

/** What is left of a unit when it is over. */
export const memoryCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'memory/units-are-let-go',
    run: async (subject) => {
      const speakUnits = async (count: number): Promise<number> => {
        let bytes = 0;
        for (let unit = 0; unit < count; unit++)
          bytes += (await speak(subject.engine, unitOf(subject))).byteLength;
        return bytes;
      };
      await speakUnits(FIRST_UNITS);
      const before = await bufferBytes();
      const spoken = await speakUnits(UNITS);
      const kept = (await bufferBytes()) - before;
      return problemIf(
        kept > spoken / 2,
        `After ${UNITS} units of ${mib(spoken)} MiB the process holds ${mib(kept)} MiB more: the engine keeps what it gave.`,
      );
    },
  },
];

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** @returns bytes of buffers that somebody still holds in this thread */
async function bufferBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    // What a promise holds is let go once its callbacks have run.
    await setImmediate();
  }
  return process.memoryUsage().arrayBuffers;
}
