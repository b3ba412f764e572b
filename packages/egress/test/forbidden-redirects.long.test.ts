import { describe, expect, it } from 'vitest';
import {
  GATE,
  guardedMachine,
  hasLoopbackNetwork,
  readFrom,
  redirectable,
} from './support/guarded-machine.ts';

describe.skipIf(!hasLoopbackNetwork)('forbidden addresses', () => {
  it.each([1, 2, 3])('get no request for a recording after %i redirects', async (hops) => {
    await using machine = await guardedMachine();
    const egress = machine.egressWith({ allowNetworks: [GATE] });
    const urls = redirectable(machine.urls);
    for (const url of urls) {
      await expect(readFrom(egress, machine.afterHops(hops, url)), url).rejects.toMatchObject({
        code: 'AUDIO_FETCH_FAILED',
      });
    }
    expect(urls.length).toBeGreaterThanOrEqual(200);
    expect(machine.redirects.connections()).toBe(urls.length * hops);
    expect(machine.inside.connections()).toBe(0);
    await egress.close();
  });
});
