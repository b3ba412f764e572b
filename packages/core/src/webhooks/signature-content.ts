/** Standard Webhooks joins its parts with dots, so an id must not contain one: the signed text would be ambiguous. */
const DELIVERY_ID = /^[\w-]{1,200}$/;

/** What the signature of one attempt covers, before its key. */
export interface SignedParts {
  /** `webhook-id`: letters, digits, `_` and `-`. */
  readonly deliveryId: string;
  /** `webhook-timestamp`: epoch seconds of this attempt. */
  readonly timestampSeconds: number;
  /** Exactly the text that is sent. */
  readonly body: string;
}

/** @returns whether an id can be used in `webhook-id` and in the signed text */
export function isDeliveryId(deliveryId: string): boolean {
  return DELIVERY_ID.test(deliveryId);
}

/** @returns the text whose UTF-8 bytes are signed, by Standard Webhooks 1.0.0 */
export function signatureContent({ deliveryId, timestampSeconds, body }: SignedParts): string {
  return `${deliveryId}.${timestampSeconds}.${body}`;
}
