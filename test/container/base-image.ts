import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContainerTools } from './container-tools.ts';

const root = join(import.meta.dirname, '../..');
const SUITE = 'bookworm';
/** Beside Debian's smallest system: what the image's `PACKAGES` would install. */
const PACKAGES = 'ca-certificates,python3,python3-pip';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Makes what `BASE` of the Dockerfile asks for, from Debian's packages, this repository's Node and the npm that is installed here. */
export async function buildBaseImage({ buildah }: ContainerTools, name: string): Promise<void> {
  const container = await buildah('from', 'scratch');
  const system = await buildah('mount', container);
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=minbase',
      `--include=${PACKAGES}`,
      '--dpkgopt=force-unsafe-io',
      '--dpkgopt=path-exclude=/usr/share/doc/*',
      '--dpkgopt=path-exclude=/usr/share/man/*',
      '--dpkgopt=path-exclude=/usr/share/locale/*',
      SUITE,
      system,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const local = join(system, 'usr/local');
  copyFileSync(join(root, 'node_modules/node/bin/node'), join(local, 'bin/node'));
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  cpSync(npmFolder(), join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  // The registry is reached as on this machine, which may have certificates of its own.
  const hasCertificates = existsSync(CERTIFICATES);
  if (hasCertificates) copyFileSync(CERTIFICATES, join(system, CERTIFICATES));
  await buildah('umount', container);
  const settings = hasCertificates ? ['--env', `npm_config_cafile=${CERTIFICATES}`] : [];
  await buildah(
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...settings,
    container,
  );
  await buildah('commit', '--quiet', '--rm', container, name);
}

function npmFolder(): string {
  const globalFolder = execFileSync('npm', ['root', '--global', '--loglevel=error'], { encoding: 'utf8' });
  const folder = join(globalFolder.trim(), 'npm');
  return existsSync(folder) ? folder : dirname(dirname(process.env.npm_execpath ?? ''));
}
