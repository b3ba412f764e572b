/** Keeps passwords in a form that gives none of them away. */
export interface PasswordHasher {
  /** @returns what later passwords are compared with; it contains cost and salt */
  hash(password: string): Promise<string>;
  /** Does the same work for a right password, a wrong one, and without a hash to compare with. */
  verify(password: string, hash: string | undefined): Promise<boolean>;
}
