import { expect, it } from 'vitest';
import { createHmacSealer } from './hmac-sealer.ts';

const KEY = Buffer.alloc(32, 1).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 2).toString('base64');

it('verifies a signature only for its own purpose, text and key', () => {
  const sealer = createHmacSealer(KEY);
  const signature = sealer.sign('link', 'text');
  expect(sealer.verify('link', 'text', signature)).toBe(true);
  expect(sealer.verify('cursor', 'text', signature)).toBe(false);
  expect(sealer.verify('link', 'Text', signature)).toBe(false);
  expect(createHmacSealer(OTHER_KEY).verify('link', 'text', signature)).toBe(false);
});

it.each(['', '=', '+', '.', ' '])(
  'accepts a signature in its own spelling only, not with "%s" added',
  (added) => {
    const sealer = createHmacSealer(KEY);
    const signature = sealer.sign('link', 'text');
    expect(sealer.verify('link', 'text', signature + added)).toBe(added === '');
    expect(sealer.verify('link', 'text', signature.slice(0, -1))).toBe(false);
  },
);
