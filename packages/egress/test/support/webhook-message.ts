import type { WebhookMessage } from '@parlance/core/requests';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export function webhookMessage(url: string, changes: Partial<WebhookMessage> = {}): WebhookMessage {
  return { url, deliveryId: 'msg_r1_success', atMs: Date.now(), body: '{}', secrets: [SECRET], ...changes };
}
