import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { HAS_OPENSSL, writeCertificate } from '../../../../test/container/self-signed-certificate.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** @returns `undefined` if openssl is missing */
export function selfSignedCertificate(): Certificate | undefined {
  if (!HAS_OPENSSL) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parlance-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  writeCertificate({ key, cert });
  const certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return certificate;
}

/** Terminates TLS in front of a server on this machine, as a proxy does, since OpenAI's Node client supports only TLS. */
export async function openTlsFront(certificate: Certificate, port: number) {
  const front = createServer(certificate, (socket) => {
    const inner = connect(port, '127.0.0.1');
    for (const end of [socket, inner]) end.on('error', () => undefined);
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, 'localhost', resolve));
  return {
    port: (front.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => front.close(() => resolve())),
  };
}
