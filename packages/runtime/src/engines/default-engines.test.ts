import type { LoadState } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { systemClock } from '@parlance/core/platform';
import { fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { expect, it, vi } from 'vitest';
import { createDefaultEngines } from './default-engines.ts';
import { createEngineMeter } from './engine-meter.ts';
import { createEngineSet } from './engine-set.ts';
import { createSegmentCache } from './segment-cache.ts';

/** A synthesis engine whose loads end on command, and that counts its `keepLoaded` calls. */
function speaker(id: string) {
  const loads: PromiseWithResolvers<void>[] = [];
  const state = { keepers: 0, loadState: 'unloaded' as LoadState };
  const engine = Object.defineProperties(
    Object.assign(fakeSynthesisEngine({ id, voices: [fakeVoice({ engine: id, code: id })] }), {
      warm: () => {
        const load = Promise.withResolvers<void>();
        loads.push(load);
        return load.promise;
      },
      keepLoaded: () => {
        state.keepers += 1;
        return () => {
          state.keepers -= 1;
        };
      },
      close: async () => {
        for (const load of loads) load.reject(new SpeechError('SHUTTING_DOWN', `${id} is closing.`));
      },
    }),
    { loadState: { get: () => state.loadState } },
  );
  return { engine, loads, state };
}

function setUp(stayLoaded = true) {
  const [one, two] = [speaker('one'), speaker('two')];
  const meter = createEngineMeter({ clock: systemClock, maxLiveWaitSeconds: null });
  const declared = { synthesis: [one.engine], recognition: [], voiceActivity: undefined, alignment: [] };
  const engines = createEngineSet(declared, {
    meter,
    cache: createSegmentCache(0),
    onError: () => undefined,
  });
  engines.add('model/two', { synthesis: [two.engine], recognition: [] });
  const voices = {
    defaultVoice: 'one',
    get catalogue() {
      const all = engines.synthesis.flatMap((engine) => engine.voices);
      return { voices: all, find: () => all[0] ?? fakeVoice() };
    },
  };
  const onError = vi.fn();
  const defaults = createDefaultEngines(engines, voices, { stayLoaded, onError });
  const use = (voiceCode: string) => {
    voices.defaultVoice = voiceCode;
    defaults.update();
  };
  return { one, two, engines, defaults, use, onError };
}

it('keeps the default loaded and releases the previous one', () => {
  const { one, two, use } = setUp();
  expect([one.state.keepers, two.state.keepers]).toEqual([1, 0]);
  use('two');
  expect([one.state.keepers, two.state.keepers]).toEqual([0, 1]);
});

it('keeps none loaded if defaults may be unloaded too', () => {
  const { one, two, use } = setUp(false);
  use('two');
  expect([one.state.keepers, two.state.keepers]).toEqual([0, 0]);
});

it('loads a new default at once if the service is warm, and not before', () => {
  const { one, two, defaults, use } = setUp();
  use('two');
  expect(two.loads).toHaveLength(0);
  defaults.loadNext('synthesis');
  use('one');
  expect([one.loads.length, two.loads.length]).toEqual([1, 0]);
});

it('reports a default that could not be loaded, but not one that was removed while it was loading', async () => {
  const { one, two, engines, defaults, use, onError } = setUp();
  defaults.loadNext('synthesis');
  use('two');
  use('one');
  await engines.remove('model/two');
  await expect.poll(() => one.loads).toHaveLength(1);
  const failure = new SpeechError('MODEL_CORRUPT', 'The model file has the wrong hash.');
  one.loads[0]?.reject(failure);
  await expect.poll(() => onError.mock.calls.length).toBe(1);
  expect(onError).toHaveBeenCalledWith(failure);
  expect(two.loads).toHaveLength(1);
});
