import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { HAS_OPENSSL, writeCertificate } from '../../../test/container/self-signed-certificate.ts';
import { FLITE, folderWithDatabase, parlance, workingFolder } from './parlance.ts';
import { startServer } from './server.ts';

const TLS = { certFile: 'cert.pem', keyFile: 'key.pem' };

/** Writes a new certificate for 127.0.0.1 and its key into the folder, as a renewal does. @returns the certificate */
async function renew(folder: string): Promise<string> {
  const [cert, key] = [join(folder, 'new-cert.pem'), join(folder, 'new-key.pem')];
  writeCertificate({ cert, key });
  await rename(key, join(folder, TLS.keyFile));
  await rename(cert, join(folder, TLS.certFile));
  return readFileSync(join(folder, TLS.certFile), 'utf8');
}

/** Makes a request that trusts only this certificate. @returns the status, or the code of the error */
function ask(url: string, ca: string): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    request(`${url}/healthz`, { ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end();
  });
}

it.skipIf(!HAS_OPENSSL)(
  'serves TLS, reloads a new certificate while it runs, and can be reached by commands',
  async () => {
    const folder = await folderWithDatabase({ ...FLITE, tls: TLS, logLevel: 'info' });
    const first = await renew(folder);
    const server = await startServer(folder);
    const { url } = server.announced;
    expect(url).toMatch(/^https:/);
    expect(await ask(url, first)).toBe(200);
    await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
    const listed = await parlance(folder, ['apps', 'list', '--json']);
    expect([listed.status, JSON.parse(listed.stdout).length]).toEqual([0, 1]);

    await writeFile(join(folder, TLS.keyFile), 'no key');
    await server.logged('The new certificate is not used');
    expect(await ask(url, first)).toBe(200);
    const second = await renew(folder);
    await server.logged('The certificate was reloaded');
    expect(await ask(url, second)).toBe(200);
    expect(await ask(url, first)).not.toBe(200);
    expect((await server.stop('SIGTERM')).status).toBe(0);
  },
);

it('reports which file of the certificate is invalid', async () => {
  const folder = await workingFolder({ ...FLITE, tls: TLS });
  const missing = await parlance(folder, ['serve']);
  expect([missing.status, missing.stderr]).toEqual([
    2,
    expect.stringContaining('tls.certFile names cert.pem'),
  ]);
  for (const name of Object.values(TLS)) await writeFile(join(folder, name), 'no PEM');
  const wrong = await parlance(folder, ['serve']);
  expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('a certificate and its key')]);
});
