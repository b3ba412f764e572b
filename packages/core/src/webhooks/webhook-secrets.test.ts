import { describe, expect, it } from 'vitest';
import { findRotation, rotateSecret, signingSecrets } from './webhook-secrets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const iso = (ms: number): string => new Date(ms).toISOString();

type Secrets = Parameters<typeof rotateSecret>[0];
const FIRST: Secrets = { webhookSecret: 's1', retiredWebhookSecrets: [] };

/** Rotates at each of these times: to `s2` by `r2` and so on. */
const rotated = (...timesMs: readonly number[]): Secrets =>
  timesMs.reduce(
    (secrets, nowMs, index) =>
      rotateSecret(secrets, { secret: `s${index + 2}`, rotationId: `r${index + 2}`, nowMs }),
    FIRST,
  );

describe('secrets that were replaced', () => {
  it('each sign until their announced time, and not a moment longer', () => {
    const secrets = rotated(0, HOUR_MS);
    expect(signingSecrets(secrets, HOUR_MS)).toEqual(['s3', 's2', 's1']);
    expect(signingSecrets(secrets, DAY_MS - 1)).toEqual(['s3', 's2', 's1']);
    expect(signingSecrets(secrets, DAY_MS)).toEqual(['s3', 's2']);
    expect(signingSecrets(secrets, DAY_MS + HOUR_MS)).toEqual(['s3']);
  });

  it('are removed by the next rotation after their time', () => {
    const { retiredWebhookSecrets } = rotated(0, HOUR_MS, DAY_MS);
    expect(retiredWebhookSecrets).toEqual([
      { secret: 's3', until: iso(2 * DAY_MS), rotationId: 'r4' },
      { secret: 's2', until: iso(DAY_MS + HOUR_MS), rotationId: 'r3' },
    ]);
  });

  it('are at most five: one more is refused until the oldest has had its day', () => {
    const secrets = rotated(0, 1000, 2000, 3000, 4000);
    expect(signingSecrets(secrets, 4000)).toEqual(['s6', 's5', 's4', 's3', 's2', 's1']);
    const rotate = (nowMs: number) => rotateSecret(secrets, { secret: 's7', rotationId: 'r7', nowMs });
    expect(() => rotate(DAY_MS - 1500)).toThrow(
      expect.objectContaining({
        code: 'REQUEST_RATE_EXCEEDED',
        message:
          'The app has 5 old webhook secrets that still sign; the limit is 5, and the oldest signs until ' +
          '1970-01-02T00:00:00.000Z. Try again in 2 s.',
        details: { retryAfterSeconds: 2 },
      }),
    );
    expect(signingSecrets(rotate(DAY_MS), DAY_MS)).toEqual(['s7', 's6', 's5', 's4', 's3', 's2']);
  });
});

describe('a rotation', () => {
  it('is found with its secret, even after that was replaced', () => {
    const secrets = rotated(0, HOUR_MS);
    expect(findRotation(secrets, 'r2')).toEqual({ webhookSecret: 's2', oldSecretSignsUntil: iso(DAY_MS) });
    expect(findRotation(secrets, 'r3')).toEqual({
      webhookSecret: 's3',
      oldSecretSignsUntil: iso(DAY_MS + HOUR_MS),
    });
    expect(findRotation(secrets, 'r1')).toBeUndefined();
  });

  it('is never confused with another, even if the clocks of servers differ', () => {
    const secrets = rotated(HOUR_MS, 0, DAY_MS + 1);
    expect(findRotation(secrets, 'r2')).toEqual({
      webhookSecret: 's2',
      oldSecretSignsUntil: iso(DAY_MS + HOUR_MS),
    });
    expect(signingSecrets(secrets, DAY_MS + 1)).toEqual(['s4', 's3', 's1']);
  });
});
