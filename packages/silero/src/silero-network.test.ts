import { expect, it } from 'vitest';
import { canComputeSilero, openSileroNetwork } from './silero-network.ts';

it('returns undefined for an unknown model', async () => {
  expect(canComputeSilero()).toBe(true);
  expect(await openSileroNetwork(new Uint8Array(0))).toBeUndefined();
  const noModel = new TextEncoder().encode('This is not a model at all, but some other text.');
  expect(await openSileroNetwork(noModel)).toBeUndefined();
});
