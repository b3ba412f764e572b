import type { App, RetiredSecret } from '../accounts/app.ts';
import { rateExceeded } from '../accounts/app-limits/rate-error.ts';

/** For this long deliveries also have a signature of the old secret, so that receivers have time to learn the new one. */
const OVERLAP_MS = 86_400_000;

/** Each retired secret is one more signature in every delivery. */
const MAX_RETIRED_SECRETS = 5;

type AppSecrets = Pick<App, 'webhookSecret' | 'retiredWebhookSecrets'>;

/** A new rotation. */
interface NewSecret {
  readonly secret: string;
  readonly rotationId: string;
  readonly nowMs: number;
}

/** The result of a rotation. */
export interface SecretRotation {
  readonly webhookSecret: string;
  /** Until when the replaced secret also signs; ISO 8601. */
  readonly oldSecretSignsUntil: string;
}

/** The secrets that sign deliveries at `nowMs` (epoch milliseconds), newest first. */
export function signingSecrets(
  { webhookSecret, retiredWebhookSecrets }: AppSecrets,
  nowMs: number,
): readonly string[] {
  const retired = retiredWebhookSecrets.filter(isGoodAt(nowMs));
  return [webhookSecret, ...retired.map(({ secret }) => secret)];
}

/**
 * Replaces the app's secret. No secret that still signs is dropped for it, since receivers rely on the announced time.
 *
 * @throws SpeechError `REQUEST_RATE_EXCEEDED` while the maximum number of old secrets still signs
 */
export function rotateSecret(
  { webhookSecret, retiredWebhookSecrets }: AppSecrets,
  { secret, rotationId, nowMs }: NewSecret,
): AppSecrets {
  // Only from the old end, in case the clocks of two servers differ: each secret must stay next to the one that replaced it.
  const kept = retiredWebhookSecrets.slice(0, retiredWebhookSecrets.findLastIndex(isGoodAt(nowMs)) + 1);
  const oldest = kept[MAX_RETIRED_SECRETS - 1];
  if (oldest !== undefined) {
    throw rateExceeded(
      `The app has ${kept.length} old webhook secrets that still sign; the limit is ${MAX_RETIRED_SECRETS}, and the oldest signs until ${oldest.until}.`,
      Date.parse(oldest.until) - nowMs,
    );
  }
  const until = new Date(nowMs + OVERLAP_MS).toISOString();
  return {
    webhookSecret: secret,
    retiredWebhookSecrets: [{ secret: webhookSecret, until, rotationId }, ...kept],
  };
}

/** @returns the result of a rotation, even if it has been replaced since; `undefined`: it is no longer known */
export function findRotation(
  { webhookSecret, retiredWebhookSecrets }: AppSecrets,
  rotationId: string,
): SecretRotation | undefined {
  const index = retiredWebhookSecrets.findIndex((retired) => retired.rotationId === rotationId);
  const replaced = retiredWebhookSecrets[index];
  if (replaced === undefined) return undefined;
  const made = retiredWebhookSecrets[index - 1]?.secret ?? webhookSecret;
  return { webhookSecret: made, oldSecretSignsUntil: replaced.until };
}

function isGoodAt(nowMs: number): (retired: RetiredSecret) => boolean {
  return ({ until }) => Date.parse(until) > nowMs;
}
