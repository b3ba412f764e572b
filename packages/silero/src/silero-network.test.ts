import { expect, it } from 'vitest';
import { canComputeSilero, openSileroNetwork } from './silero-network.ts';

it('says that it does not know a model', async () => {
  expect(canComputeSilero()).toBe(true);
  expect(await openSileroNetwork(new Uint8Array(0))).toBeUndefined();
  const noModel = new TextEncoder().encode('This is no model at all, but a text that somebody put there.');
  expect(await openSileroNetwork(noModel)).toBeUndefined();
});
