/** Makes short texts tamper-proof: cursors that clients hand back, links that carry their own right. */
export interface Sealer {
  /** @returns the text and its signature in URL-safe characters */
  seal(purpose: string, text: string): string;
  /** @returns the text, or `undefined` when it was altered, or sealed elsewhere or for another purpose */
  open(purpose: string, sealed: string): string | undefined;
  /** @returns the signature of a text that is told otherwise, in URL-safe characters */
  sign(purpose: string, text: string): string;
  /** Whether `signature` is the one that `sign` gives; takes as long for a wrong one as for the right one. */
  verify(purpose: string, text: string, signature: string): boolean;
}
