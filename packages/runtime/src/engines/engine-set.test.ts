import type { SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { systemClock } from '@parlance/core/platform';
import { fakeSynthesisEngine } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { createEngineMeter } from './engine-meter.ts';
import { createEngineSet } from './engine-set.ts';
import { createSegmentCache } from './segment-cache.ts';

/** A synthesis engine that fails to close. */
const stuck = (id: string): SynthesisEngine => ({
  ...fakeSynthesisEngine({ id }),
  close: () => Promise.reject(new SpeechError('ENGINE_FAILED', `${id} does not close.`)),
});

function setUp(...synthesis: SynthesisEngine[]) {
  const errors: string[] = [];
  const engines = createEngineSet(
    { synthesis, recognition: [], voiceActivity: undefined, alignment: [] },
    {
      meter: createEngineMeter({ clock: systemClock, maxLiveWaitSeconds: null }),
      cache: createSegmentCache(0),
      onError: (error) => void errors.push(SpeechError.from(error).message),
    },
  );
  return { engines, errors };
}

it('reports an engine that fails to close at the end, and closes the others', async () => {
  const whole = fakeSynthesisEngine({ id: 'whole' });
  const { engines, errors } = setUp(stuck('stuck'), whole);
  await engines.close();
  expect(errors).toEqual(['stuck does not close.']);
  expect(whole.isClosed).toBe(true);
});

it('reports an engine that fails to close because its id is taken', async () => {
  const { engines, errors } = setUp(fakeSynthesisEngine({ id: 'twin' }));
  engines.add('model/twin', { synthesis: [stuck('twin')], recognition: [] });
  await expect.poll(() => errors).toEqual(['twin does not close.']);
  expect(engines.synthesis).toHaveLength(1);
  await engines.close();
});

it('reports an engine that fails to close when it is removed, and forgets it', async () => {
  const { engines, errors } = setUp();
  engines.add('model/stuck', { synthesis: [stuck('stuck')], recognition: [] });
  await engines.remove('model/stuck');
  await engines.close();
  expect(errors).toEqual(['stuck does not close.']);
});
