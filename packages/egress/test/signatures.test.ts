import { systemClock } from '@parlance/core/platform';
import { createEgress } from '@parlance/egress';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { httpServer, LOOPBACK } from './support/loopback-server.ts';
import { receiveRandomWebhooks } from './support/signature-receiver.ts';
import { SECRET, webhookMessage } from './support/webhook-message.ts';

describe('a signature', () => {
  it('is verified by the standardwebhooks library, with the new and the old secret', async () => {
    let verified = 0;
    for await (const { headers, body, secret } of receiveRandomWebhooks({
      count: 200,
      maxBytes: 50_000,
    })) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body.toString()));
      verified++;
    }
    expect(verified).toBe(200);
  });

  it('is valid only for its body, id, second and secrets', async () => {
    for await (const { headers, body, secret } of receiveRandomWebhooks({
      count: 3,
      maxBytes: 100,
    })) {
      const receiver = new Webhook(secret);
      const verify =
        (changes: Record<string, string>, text = body.toString()) =>
        () =>
          receiver.verify(text, { ...headers, ...changes });
      expect(verify({})).not.toThrow();
      expect(verify({}, `${body} `)).toThrow('No matching signature');
      expect(verify({ 'webhook-id': 'msg_other' })).toThrow('No matching signature');
      expect(verify({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })).toThrow(
        'No matching signature',
      );
      expect(() => new Webhook(SECRET).verify(body, headers)).toThrow('No matching signature');
    }
  });

  it('covers the second of the attempt, so that a repeat has a new signature under the same id', async () => {
    const signatures: string[] = [];
    await using server = await httpServer((request, response) => {
      signatures.push(`${request.headers['webhook-id']} ${request.headers['webhook-signature']}`);
      expect(request.headers['webhook-timestamp']).toMatch(/^170000000\d$/);
      response.end();
    });
    const egress = createEgress({ clock: systemClock, allowNetworks: LOOPBACK });
    for (const atMs of [1_700_000_000_000, 1_700_000_000_999, 1_700_000_001_000]) {
      await egress.deliver(webhookMessage(server.origin, { atMs }));
    }
    expect(signatures.map((text) => text.split(' ')[0])).toEqual(
      Array.from({ length: 3 }, () => 'msg_r1_success'),
    );
    expect(new Set(signatures).size).toBe(2);
    expect(signatures[0]).toBe(signatures[1]);
  });
});
