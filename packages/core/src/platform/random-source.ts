/** Unguessable values as a port, so that tests can control them. */
export interface RandomSource {
  /** @returns an id of letters and digits, unique without any coordination */
  id(): string;
  /** @returns `bytes` random bytes as base64 */
  secret(bytes: number): string;
}
