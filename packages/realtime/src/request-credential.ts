import type { IncomingMessage } from 'node:http';
import { DEFAULT_SETTINGS, openSecret, type RealtimeSettings } from '@parlance/openai-kit';
import { bearerOf } from '@parlance/sockets';

export const SUBPROTOCOL = 'realtime';
const KEY_SUBPROTOCOL = 'openai-insecure-api-key.';
const BETA_SUBPROTOCOL = 'openai-beta.realtime-v1';

export interface RequestCredential {
  readonly token: string | undefined;
  /** The settings in the client secret. */
  readonly settings: RealtimeSettings;
  /** Whether the client uses the events from before August 2025. */
  readonly isBeta: boolean;
}

/** Reads the headers and, since browsers can't set headers on a WebSocket, the subprotocols. */
export function credentialOf(request: IncomingMessage): RequestCredential {
  const { headers } = request;
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const key = offered.find((name) => name.startsWith(KEY_SUBPROTOCOL))?.slice(KEY_SUBPROTOCOL.length);
  const isBeta = offered.includes(BETA_SUBPROTOCOL) || headers['openai-beta'] === 'realtime=v1';
  const given = bearerOf(request) ?? key;
  if (given === undefined) return { token: undefined, settings: DEFAULT_SETTINGS, isBeta };
  return { ...openSecret(given), isBeta };
}
