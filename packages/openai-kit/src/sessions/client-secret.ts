import { DEFAULT_SETTINGS, type RealtimeSettings, realtimeSettings } from './realtime-settings.ts';

/** Does not occur in tokens, and is allowed in headers and subprotocols. */
const SEPARATOR = '~';

/**
 * A client secret is a client token followed by the session's settings, so that the server stores nothing. They are not signed, since the
 * holder of the token may change them with `session.update` anyway.
 */
export function sealSecret(token: string, settings: RealtimeSettings): string {
  const json = JSON.stringify(settings);
  if (json === JSON.stringify(DEFAULT_SETTINGS)) return token;
  return `${token}${SEPARATOR}${Buffer.from(json).toString('base64url')}`;
}

/** @param secret a client secret, or any token of an app */
export function openSecret(secret: string): { readonly token: string; readonly settings: RealtimeSettings } {
  const [token = '', encoded] = secret.split(SEPARATOR, 2);
  if (encoded === undefined) return { token, settings: DEFAULT_SETTINGS };
  try {
    const settings = realtimeSettings.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    return { token, settings };
  } catch {
    // It was altered; as a whole it is not a valid token.
    return { token: secret, settings: DEFAULT_SETTINGS };
  }
}
