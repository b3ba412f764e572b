import { SpeechError } from '../errors/speech-error.ts';

const PREFIX = 'whsec_';
/** Standard Webhooks 1.0.0: shorter keys can be guessed, longer ones gain nothing. */
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;
/** Padded base64 without white space: `atob` would also accept text with blanks or without padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Reads a Standard Webhooks secret.
 *
 * @param secret `whsec_` and the base64 of 24 to 64 bytes
 * @returns the key
 * @throws SpeechError `INVALID_INPUT`; the message reveals nothing about the secret except its length
 */
export function webhookKey(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : null;
  if (text === null || !BASE64.test(text)) {
    throw new SpeechError('INVALID_INPUT', `A webhook secret is ${PREFIX} and base64.`);
  }
  const key = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  if (key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) {
    throw new SpeechError(
      'INVALID_INPUT',
      `A webhook secret has ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes; got ${key.length}.`,
      { secretBytes: key.length },
    );
  }
  return key;
}
