import { execFileSync } from 'node:child_process';
import { isInstalled } from './is-installed.ts';

export const HAS_OPENSSL = isInstalled('openssl', 'version');

const KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
const OF = '-days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1,DNS:localhost';

/** Writes a new certificate for this machine's loopback, which nobody else signed, and its key: two PEM files. */
export function writeCertificate({ cert, key }: { readonly cert: string; readonly key: string }): void {
  const made = ['req', '-x509', ...KEY.split(' '), ...OF.split(' ')];
  execFileSync('openssl', [...made, '-out', cert, '-keyout', key], { stdio: 'ignore' });
}
