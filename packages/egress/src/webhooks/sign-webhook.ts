import { createHmac } from 'node:crypto';
import { SpeechError } from '@parlance/core/errors';
import type { WebhookMessage } from '@parlance/core/requests';
import { isDeliveryId, signatureContent, webhookKey } from '@parlance/core/webhooks';

const SIGNATURE_VERSION = 'v1';

/**
 * Creates the headers of Standard Webhooks 1.0.0, with one signature per secret, so that receivers with the old or
 * the new secret find theirs in the list.
 *
 * @throws SpeechError `INVALID_INPUT` for an id with a dot, no secret, or an invalid one
 */
export function signWebhook(message: Omit<WebhookMessage, 'url'>): Readonly<Record<string, string>> {
  const { deliveryId, atMs, body, secrets } = message;
  if (!isDeliveryId(deliveryId))
    throw new SpeechError('INVALID_INPUT', 'A webhook id may contain only letters, digits, _ and -.');
  if (secrets.length === 0)
    throw new SpeechError('INVALID_INPUT', 'A webhook needs a secret for its signature.');
  const timestampSeconds = Math.floor(atMs / 1_000);
  const content = signatureContent({ deliveryId, timestampSeconds, body });
  const sign = (secret: string): string =>
    `${SIGNATURE_VERSION},${createHmac('sha256', webhookKey(secret)).update(content, 'utf8').digest('base64')}`;
  return {
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
