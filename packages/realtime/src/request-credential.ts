import type { IncomingMessage } from 'node:http';
import { openSecret } from './client-secret.ts';
import { DEFAULT_SETTINGS, type RealtimeSettings } from './session/realtime-settings.ts';

export const SUBPROTOCOL = 'realtime';
const KEY_SUBPROTOCOL = 'openai-insecure-api-key.';
const BETA_SUBPROTOCOL = 'openai-beta.realtime-v1';

export interface RequestCredential {
  readonly token: string | undefined;
  /** Those that the client secret was made with. */
  readonly settings: RealtimeSettings;
  /** Whether the client speaks the form of the events from before August 2025. */
  readonly isBeta: boolean;
}

/** Browsers can't set headers on a WebSocket: they offer the key, and what else it says, as subprotocols. */
export function credentialOf({ headers }: IncomingMessage): RequestCredential {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const key = offered.find((name) => name.startsWith(KEY_SUBPROTOCOL))?.slice(KEY_SUBPROTOCOL.length);
  const isBeta = offered.includes(BETA_SUBPROTOCOL) || headers['openai-beta'] === 'realtime=v1';
  const given = bearer ?? key;
  if (given === undefined) return { token: undefined, settings: DEFAULT_SETTINGS, isBeta };
  return { ...openSecret(given), isBeta };
}
