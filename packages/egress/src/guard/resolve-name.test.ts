import { isIP } from 'node:net';
import { expect, it } from 'vitest';
import { resolveBySystem } from './resolve-name.ts';

it('returns every address that the system has for a name', async () => {
  const addresses = await resolveBySystem('localhost');
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect([4, 6]).toContain(isIP(address));
  await expect(resolveBySystem('no-such-name.invalid')).rejects.toThrow();
});
