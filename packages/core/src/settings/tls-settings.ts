import { z } from 'zod';

const file = () => z.string('must be a file name').min(1, 'must not be empty');

/** With these the port speaks TLS. PEM files; relative to the working directory. */
export const tlsSettings = z.strictObject({
  /** The certificate, and behind it those that lead to one that clients know. */
  certFile: file(),
  /** Its private key, without a password. */
  keyFile: file(),
});
