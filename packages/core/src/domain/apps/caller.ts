import { SpeechError } from '../errors/speech-error.ts';
import type { App } from './app.ts';

/** An app that calls. `tokenId` is that of the token it came with, or that its client token was made from. */
export interface Caller extends App {
  /** When the token it came with ends; ISO 8601, `null`: never. */
  readonly tokenExpiresAt?: string | null;
  /** It came with a client token, which is for live speech only. */
  readonly isClient?: boolean;
}

/**
 * What a token has to be good for. `app`: everything that an app may do. `live`: live speech and the list of voices, which client
 * tokens are for.
 */
export type TokenAccess = 'app' | 'live';

/** @throws SpeechError `FORBIDDEN` for a client token */
export function requireAppToken({ isClient }: Pick<Caller, 'isClient'>): void {
  if (isClient !== true) return;
  throw new SpeechError(
    'FORBIDDEN',
    'A client token is for live speech only: mode "sync", live recognition, the list of voices and the OpenAI endpoints. ' +
      "Everything else needs the app's own token.",
  );
}
