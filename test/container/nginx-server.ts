import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../packages/storage-sql/test/postgres-server.ts';
import { isInstalled } from './is-installed.ts';
import { HAS_OPENSSL, writeCertificate } from './self-signed-certificate.ts';

const CONFIGURATION = join(import.meta.dirname, '../../docs/deploy/nginx.conf');
const ASK_EVERY_MS = 50;

/** nginx on the loopback, with the configuration that the documentation gives. */
export interface NginxServer {
  readonly port: number;
  /** `https://127.0.0.1:…` */
  readonly url: string;
  /** Of its certificate, which nobody else signed: in PEM. */
  readonly certificate: string;
  stop(): Promise<void>;
}

/** Why there is none, `undefined` where there can be. */
export const NGINX_MISSING: string | undefined =
  isInstalled('nginx', '-v') && HAS_OPENSSL
    ? undefined
    : 'nginx or openssl is not installed (Debian packages of these names)';

/**
 * Starts it before these servers, in place of the two of the documentation; everything else is as it is there.
 *
 * @param servers host and port of each
 * @throws Error with what nginx says of a configuration that it does not take
 */
export async function startNginx(servers: readonly string[]): Promise<NginxServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-nginx-'));
  const port = await freePort();
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  const file = join(folder, 'nginx.conf');
  writeCertificate({ cert, key });
  await writeFile(file, wholeConfiguration(folder, await siteBefore(servers, { port, cert, key })));
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`nginx does not take ${CONFIGURATION}:\n${stderr}`);
  const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilListening(nginx, port);
  return {
    port,
    url: `https://127.0.0.1:${port}`,
    certificate: await readFile(cert, 'utf8'),
    async stop() {
      const exited = once(nginx, 'exit');
      if (nginx.exitCode === null && nginx.kill('SIGTERM')) await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function siteBefore(
  servers: readonly string[],
  { port, cert, key }: { readonly port: number; readonly cert: string; readonly key: string },
): Promise<string> {
  return (await readFile(CONFIGURATION, 'utf8'))
    .replaceAll(/( *server )10\.0\.0\.11:8080(.*\n) *server 10\.0\.0\.12:8080.*\n/g, (_, before, after) =>
      servers.map((server) => `${before}${server}${after}`).join(''),
    )
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/parlance/fullchain.pem', cert)
    .replace('/etc/ssl/parlance/privkey.pem', key);
}

/** What is around a site where nginx is installed, for one process that anybody may start. */
function wholeConfiguration(folder: string, site: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log notice;
events {}
http { access_log off; ${folders}
${site} }`;
}

async function untilListening(nginx: ChildProcess, port: number): Promise<void> {
  const isListening = async (): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  };
  while (!(await isListening())) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}.`);
    await delay(ASK_EVERY_MS);
  }
}
