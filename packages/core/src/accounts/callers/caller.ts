import { SpeechError } from '../../errors/speech-error.ts';
import type { App } from '../app.ts';

/** An app that calls. `tokenId` is that of the token it sent, or of the token that its client token was made from. */
export interface Caller extends App {
  /** When the token it sent expires; ISO 8601, `null`: never. */
  readonly tokenExpiresAt?: string | null;
  /** Present if it sent a client token, which is for live speech only. */
  readonly clientToken?: ClientToken | undefined;
}

/** What a client token contains besides the app and the token that it was made from. */
export interface ClientToken {
  readonly clientTokenId: string;
  /** For how many calls and connections it is valid; absent: any number. */
  readonly maxUses?: number | undefined;
}

/**
 * What a token must allow. `app`: everything that an app may do. `live`: live speech and the list of voices, which client
 * tokens allow.
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
