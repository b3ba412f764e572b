import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { pythonVerifier } from './support/python-verifier.ts';
import { receiveRandomWebhooks } from './support/signature-receiver.ts';

const COUNT = 10_000;
/** A minute of work for one core, which CI may share with many. */
const TIMEOUT_MS = 1_800_000;

describe('ten thousand signatures', () => {
  it(
    'of bodies with all Unicode planes and up to a megabyte are verified by both libraries, with both secrets',
    async () => {
      await using python = await pythonVerifier();
      let verified = 0;
      let largestBytes = 0;
      for await (const webhook of receiveRandomWebhooks({ count: COUNT, maxBytes: 1_000_000 })) {
        // Both libraries accept webhooks of at most five minutes ago, so each is verified when it arrives.
        await python?.verify(webhook);
        new Webhook(webhook.secret).verify(webhook.body, { ...webhook.headers });
        verified++;
        largestBytes = Math.max(largestBytes, webhook.body.length);
      }
      expect(verified).toBe(COUNT);
      expect(largestBytes).toBeGreaterThan(900_000);
      console.log(
        `${verified} signatures, bodies up to ${largestBytes} bytes; Python: ${python === null ? 'not there' : 'too'}`,
      );
      if (python !== null) expect(await python.finish()).toEqual({ verified: COUNT, mismatched: 0 });
    },
    TIMEOUT_MS,
  );
});
