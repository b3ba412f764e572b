import type { App, RetiredSecret } from '../accounts/app.ts';
import { rateExceeded } from '../accounts/app-limits/rate-error.ts';

/** So long deliveries carry a signature of the old secret as well, and receivers have time to learn the new one. */
const OVERLAP_MS = 86_400_000;

/** Each of them is one more signature in every delivery. */
const MAX_RETIRED_SECRETS = 5;

type AppSecrets = Pick<App, 'webhookSecret' | 'retiredWebhookSecrets'>;

/** A rotation that begins. */
interface NewSecret {
  readonly secret: string;
  readonly rotationId: string;
  readonly nowMs: number;
}

/** What came of a rotation. */
export interface SecretRotation {
  readonly webhookSecret: string;
  /** Until when the secret that it replaced signs as well; ISO 8601. */
  readonly oldSecretSignsUntil: string;
}

/** What deliveries are signed with at `nowMs` (epoch milliseconds), newest first. */
export function signingSecrets(
  { webhookSecret, retiredWebhookSecrets }: AppSecrets,
  nowMs: number,
): readonly string[] {
  const retired = retiredWebhookSecrets.filter(isGoodAt(nowMs));
  return [webhookSecret, ...retired.map(({ secret }) => secret)];
}

/**
 * Puts a new secret in the place of the app's. None that still signs is given up for it: receivers rely on the time they were told.
 *
 * @throws SpeechError `REQUEST_RATE_EXCEEDED` while as many as may be sign still
 */
export function rotateSecret(
  { webhookSecret, retiredWebhookSecrets }: AppSecrets,
  { secret, rotationId, nowMs }: NewSecret,
): AppSecrets {
  // From the old end only, where clocks of two servers differ: next to each secret has to stay the one that replaced it.
  const kept = retiredWebhookSecrets.slice(0, retiredWebhookSecrets.findLastIndex(isGoodAt(nowMs)) + 1);
  const oldest = kept.at(-1);
  if (oldest !== undefined && kept.length >= MAX_RETIRED_SECRETS) {
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

/** @returns what a rotation made, also when it was replaced since then; `undefined`: it is no longer known */
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
