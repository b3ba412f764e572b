import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { speak } from './listening.ts';
import { type SynthesisSubject, unitOf } from './synthesis-subject.ts';
import { type ConformanceCase, problemIf } from './verdict.ts';

/** Spoken before anything is measured, so that buffers which are made once and reused exist by then. */
const FIRST_UNITS = 3;
const UNITS = 12;

/** What is left of a unit when it is over. */
export const memoryCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'memory/units-released',
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
        `After ${UNITS} units of ${mib(spoken)} MiB the process holds ${mib(kept)} MiB more: the engine holds on to audio that it has returned.`,
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
    // What a promise holds is released once its callbacks have run.
    await setImmediate();
  }
  return process.memoryUsage().arrayBuffers;
}
