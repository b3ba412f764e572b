/** Makes short texts tamper-proof: cursors that clients send back, links that are their own authorization. */
export interface Sealer {
  /** @returns the text and its signature in URL-safe characters */
  seal(purpose: string, text: string): string;
  /** @returns the text, or `undefined` if it was altered, or sealed elsewhere or for another purpose */
  open(purpose: string, sealed: string): string | undefined;
  /** @returns only the signature of a text, in URL-safe characters, for texts that are sent separately */
  sign(purpose: string, text: string): string;
  /** Whether `signature` is the one that `sign` returns; takes the same time for a wrong one as for the right one. */
  verify(purpose: string, text: string, signature: string): boolean;
}
