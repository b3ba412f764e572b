const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** @returns the token of an `Authorization: Bearer` header */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
