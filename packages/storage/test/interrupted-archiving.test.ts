import { expect, it } from 'vitest';
import { createMemoryRecordStore, openFolderAudioStore } from '../src/index.ts';
import { archive } from './archiving.ts';
import { type DyingAt, dyingAt, Killed } from './dying-desk.ts';
import { interruptAtEachStep } from './interrupted-archiving.ts';
import { temporaryFolder } from './temporary-folder.ts';

it.each<DyingAt['moment']>(['before', 'after'])(
  'archiving loses and duplicates nothing if it ends %s any of its steps',
  async (moment) => {
    const store = createMemoryRecordStore({ add: async () => undefined });
    const audio = await openFolderAudioStore(await temporaryFolder(), { reserveBytes: 0 });
    const steps = await interruptAtEachStep(
      async () => ({ store, audio, [Symbol.asyncDispose]: async () => undefined }),
      (step) =>
        archive(dyingAt({ store, audio }, { step, moment })).then(
          () => true,
          (error: unknown) => {
            if (error instanceof Killed) return false;
            throw error;
          },
        ),
    );
    expect(steps).toBeGreaterThan(15);
  },
);
