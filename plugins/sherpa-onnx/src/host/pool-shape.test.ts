import type { PluginContext } from '@parlance/core/engine';
import { usableCores } from '@parlance/worker-kit';
import { expect, it } from 'vitest';
import { poolShape } from './pool-shape.ts';

const context = (savesMemory: boolean): PluginContext => ({ savesMemory }) as PluginContext;

it('has a worker a core and a lead, which may use all cores for a unit', () => {
  const cores = usableCores();
  expect(poolShape(undefined, context(false))).toEqual({
    threads: cores,
    lead: true,
    sharesModel: true,
    nativeThreads: cores,
  });
});

it('has one worker with one copy if memory matters more than time', () => {
  expect(poolShape(undefined, context(true))).toMatchObject({ threads: 1, lead: false });
});

it('has as many workers as the options say', () => {
  expect(poolShape(3, context(true))).toMatchObject({ threads: 3, lead: false });
  expect(poolShape(3, context(false))).toMatchObject({ threads: 3, lead: true, nativeThreads: 3 });
});
