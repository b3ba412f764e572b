import { describe, expect, it } from 'vitest';
import { webhookKey } from './webhook-secret.ts';

const secretOf = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 0xf7).toString('base64')}`;

describe('a webhook secret', () => {
  it.each([24, 32, 63, 64])('of %i bytes is read back byte for byte', (bytes) => {
    expect(Buffer.from(webhookKey(secretOf(bytes)))).toEqual(Buffer.alloc(bytes, 0xf7));
  });

  it.each([0, 1, 23, 65, 256])('of %i bytes is refused', (bytes) => {
    expect(() => webhookKey(secretOf(bytes))).toThrow(/24 to 64 bytes/);
  });

  it.each([
    ['without its prefix', secretOf(32).slice('whsec_'.length)],
    ['of an asymmetric key', `whsk_${secretOf(32).slice('whsec_'.length)}`],
    ['with a blank inside', secretOf(32).replace('whsec_9', 'whsec_ 9')],
    ['in the alphabet of links', secretOf(32).replaceAll('/', '_')],
    ['without padding', secretOf(32).replaceAll('=', '')],
  ])('%s is refused, and not repeated in the message', (_, secret) => {
    let message = '';
    try {
      webhookKey(secret);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('webhook secret');
    expect(message).not.toContain(secret.slice(8, 20));
  });
});
