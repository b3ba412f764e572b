import { PORT_VERSION, type SpeechPlugin } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { NO_CHOICES, type RecordStore } from '@parlance/core/storage';
import type { InstallableModelStore, ModelStatus } from '@parlance/models';
import { createMemoryJobQueue, createMemoryRecordStore } from '@parlance/storage';
import { fakeSynthesisEngine, manualClock } from '@parlance/testkit';
import { expect, it, vi } from 'vitest';
import { createSpeechEvents } from '../speech/speech-events.ts';
import { createSpeechLibrary, type SpeechLibraryParts } from './speech-library.ts';

const LOOK_MS = 3000;
const A_MINUTE_OF_LOOKS = 20;

/** A store that cannot fetch `bella` until the network is back. */
function storeWithoutNetwork() {
  let isInstalled = false;
  let hasNetwork = false;
  const pull = vi.fn(async () => {
    if (!hasNetwork) throw new SpeechError('MODEL_DOWNLOAD_FAILED', 'No network.');
    isInstalled = true;
  });
  const list = async () => [{ entry: { id: 'bella' }, isInstalled }] as unknown as ModelStatus[];
  const store = { directory: '/nowhere', list, pull } as unknown as InstallableModelStore;
  const connect = (): void => {
    hasNetwork = true;
  };
  return { store, pull, connect };
}

function recordsNaming(models: readonly string[]): RecordStore {
  const { outbox } = createMemoryJobQueue({ clock: manualClock(), onError: () => undefined });
  return createMemoryRecordStore(outbox, { ...NO_CHOICES, models, revision: 1 });
}

it('retries a model that another process installed until it has it, and reports once that it is missing', async () => {
  const { store, pull, connect } = storeWithoutNetwork();
  const clock = manualClock();
  const events = createSpeechEvents();
  const errors: unknown[] = [];
  events.on('background-error', (error) => errors.push(error));
  const added: string[] = [];
  const plugin: SpeechPlugin = {
    portVersion: PORT_VERSION,
    id: 'fake',
    models: [],
    enginesOf: async () => ({ synthesis: [fakeSynthesisEngine({ id: 'fake/bella' })], recognition: [] }),
  };
  const library = createSpeechLibrary({
    store,
    packs: { keepOnly: async () => undefined, close: async () => undefined },
    plugins: [plugin],
    context: {},
    engines: {
      declared: [],
      sources: added,
      prefer: () => undefined,
      add: (source: string) => added.push(source),
    },
    records: recordsNaming(['bella']),
    isShared: true,
    events,
    clock,
  } as unknown as SpeechLibraryParts);

  await library.refresh();
  library.watch();
  await expect.poll(() => errors).toHaveLength(1);
  expect(library.installs?.stateOf('bella').error).toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
  const look = async (): Promise<void> => {
    clock.advance(LOOK_MS);
    await expect.poll(() => clock.pendingTimers).toBeGreaterThan(0);
  };
  for (let looks = 0; looks < A_MINUTE_OF_LOOKS; looks += 1) await look();
  await expect.poll(() => pull.mock.calls.length).toBe(2);
  expect(errors).toHaveLength(1);
  connect();
  for (let looks = 0; looks < A_MINUTE_OF_LOOKS; looks += 1) await look();
  await expect.poll(() => added).toEqual(['model/bella']);
  await library.close();
});
