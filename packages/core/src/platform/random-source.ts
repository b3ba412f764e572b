/** Unguessable values as a port, since the domain itself has none. */
export interface RandomSource {
  /** @returns an id of letters and digits, unique without any register */
  id(): string;
  /** @returns `bytes` random bytes as base64 */
  secret(bytes: number): string;
}
