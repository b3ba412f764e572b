/** What a token says, once its signature, type, issuer and times were found good. */
export interface TokenClaims {
  readonly appId: string;
  readonly tokenId: string;
}

export interface TokenRequest extends TokenClaims {
  /** ISO 8601, or `null` for a permanent token. */
  readonly expiresAt: string | null;
}

/** Issues the tokens of apps and judges those that come in. */
export interface TokenAuthority {
  issue(request: TokenRequest): Promise<string>;
  /** @throws SpeechError `UNAUTHORIZED`, the same for every cause */
  verify(token: string): Promise<TokenClaims>;
}
