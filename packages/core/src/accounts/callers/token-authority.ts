import type { ClientToken } from './caller.ts';

/** What a token contains. Its signature, type, issuer and times have been verified. */
export interface TokenClaims {
  readonly appId: string;
  /** ID of the app's own token; in a client token, of the one that it was made from. */
  readonly tokenId: string;
  /** ISO 8601, or `null` for a permanent token. */
  readonly expiresAt: string | null;
  /** Present in client tokens, which are for live speech only. */
  readonly client?: ClientToken | undefined;
}

/** Issues and verifies the tokens of apps. */
export interface TokenAuthority {
  issue(claims: TokenClaims): Promise<string>;
  /** @throws SpeechError `UNAUTHORIZED`, the same for every cause */
  verify(token: string): Promise<TokenClaims>;
}
