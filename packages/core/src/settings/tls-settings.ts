import { z } from 'zod';

const file = () => z.string('must be a file name').min(1, 'must not be empty');

/** Makes the port use TLS. PEM files; paths relative to the working directory. */
export const tlsSettings = z.strictObject({
  /** The certificate, followed by its chain up to one that clients know. */
  certFile: file(),
  /** Its private key, without a password. */
  keyFile: file(),
});
