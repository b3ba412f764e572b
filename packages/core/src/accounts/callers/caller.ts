import { SpeechError } from '../../errors/speech-error.ts';
import type { App } from '../app.ts';

/** An app that calls. `tokenId` is that of the token it came with, or that its client token was made from. */
export interface Caller extends App {
  /** When the token it came with ends; ISO 8601, `null`: never. */
  readonly tokenExpiresAt?: string | null;
  /** Present when it came with a client token, which is for live speech only. */
  readonly clientToken?: ClientToken | undefined;
}

/** What a client token says besides the app and the token that it was made from. */
export interface ClientToken {
  readonly clientTokenId: string;
  /** Calls and connections that it is good for; absent: any number. */
  readonly maxUses?: number | undefined;
}

/**
 * What a token has to be good for. `app`: everything that an app may do. `live`: live speech and the list of voices, which client
 * tokens are for.
 */
export type TokenAccess = 'app' | 'live';

/** @throws SpeechError `FORBIDDEN` for a client token */
export function requireAppToken({ clientToken }: Pick<Caller, 'clientToken'>): void {
  if (clientToken === undefined) return;
  throw new SpeechError(
    'FORBIDDEN',
    'A client token is for live speech only: mode "sync", live recognition, the list of voices and the OpenAI endpoints. ' +
      "Everything else needs the app's own token.",
  );
}
