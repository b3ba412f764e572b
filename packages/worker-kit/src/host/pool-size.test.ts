import { expect, it } from 'vitest';
import { poolSize } from './pool-size.ts';
import { usableCores } from './usable-cores.ts';

it('has one worker for each core, and a lead', () => {
  expect(poolSize(undefined, {})).toEqual({ threads: usableCores(), lead: true });
});

it('has a single worker if memory matters more than time', () => {
  expect(poolSize(undefined, { savesMemory: true })).toEqual({ threads: 1, lead: false });
});

it.each([true, false])('has as many workers as the options say, with savesMemory %s', (savesMemory) => {
  expect(poolSize(3, { savesMemory })).toEqual({ threads: 3, lead: !savesMemory });
});
