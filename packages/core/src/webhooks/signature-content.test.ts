import { describe, expect, it } from 'vitest';
import { isDeliveryId, signatureContent } from './signature-content.ts';

describe('what is signed', () => {
  it('is the id, the seconds and the body, joined by dots', () => {
    expect(signatureContent({ deliveryId: 'msg_1', timestampSeconds: 1_700_000_000, body: '{"a":1}' })).toBe(
      'msg_1.1700000000.{"a":1}',
    );
  });

  it.each(['msg_01J9_success', 'a', 'msg-1'])('may have the id %j', (id) =>
    expect(isDeliveryId(id)).toBe(true),
  );

  it.each(['', 'msg.1', 'a b', 'a\r\nx: y', 'é', 'x'.repeat(201)])('may not have the id %j', (id) =>
    expect(isDeliveryId(id)).toBe(false),
  );
});
