/** Hashes passwords so that they can be verified but not recovered. */
export interface PasswordHasher {
  /** @returns the hash that later passwords are compared with, with its cost and salt */
  hash(password: string): Promise<string>;
  /** Does the same work for a correct password, a wrong one, and if there is no hash to compare with. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}
