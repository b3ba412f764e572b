/** Webhooks: bodies, signatures, deliveries and their retries. */
export { deliverWebhook } from './deliver-webhook.ts';
export { type DeliveryListQuery, listDeliveries } from './list-deliveries.ts';
export { type PlannedDelivery, planDelivery, type WebhookEvent } from './plan-delivery.ts';
export { replayDelivery } from './replay-delivery.ts';
export { type ResultBody, synthesisFailureCode, synthesisResultBody } from './result-body.ts';
export {
  MAX_RETRY_AFTER_MS,
  MAX_WEBHOOK_ATTEMPTS,
  type NextWebhookAttempt,
  nextAttempt,
  WEBHOOK_RETRY_DELAYS_MS,
  type WebhookDeathReason,
  type WebhookOutcome,
  type WebhookProgress,
} from './retry-schedule.ts';
export {
  type RotatedWebhookSecret,
  rotateWebhookSecret,
} from './rotate-webhook-secret.ts';
export { isDeliveryId, type SignedParts, signatureContent } from './signature-content.ts';
export { webhookKey } from './webhook-secret.ts';
export type { SecretRotation } from './webhook-secrets.ts';
