import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { ServerRole } from '@parlance/core/settings';
import { BUCKET, startS3Gateway } from '../../packages/storage-s3/test/s3-gateway.ts';
import { startPostgresServer } from '../../packages/storage-sql/test/postgres-server.ts';
import { startNginx } from '../../test/container/nginx-server.ts';
import { type KillableService, prepareService } from '../service/service-process.ts';

/** A process that reads sources starts twice as fast with it, and there is a start for each kill. */
const COMPILED = fileURLToPath(import.meta.resolve('../../node_modules/.cache/parlance-compiled'));

/** One `parlance serve` of several. */
export interface Node extends KillableService {
  /** As `node 1`. */
  readonly name: string;
  readonly roles: readonly ServerRole[];
}

/** Several processes of one service: a PostgreSQL, an S3 gateway, and nginx before those that answer callers. */
export interface Nodes {
  /** Of nginx. */
  readonly url: string;
  readonly adminToken: string;
  readonly databaseUrl: string;
  /** Of what runs on the shared database and bucket. */
  readonly environment: Readonly<Record<string, string>>;
  /** None of them is started yet. */
  readonly nodes: readonly Node[];
  close(): Promise<void>;
}

/** @param layout the roles of each node, by its name */
export async function prepareNodes(layout: Readonly<Record<string, readonly ServerRole[]>>): Promise<Nodes> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parlance-several-nodes-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startPostgresServer({ isDurable: true });
  opened.defer(() => database.remove());
  const bucket = opened.use(await startS3Gateway());
  const environment = {
    NODE_COMPILE_CACHE: COMPILED,
    DATABASE_URL: database.url,
    AUDIO_URL: `s3://${BUCKET}/speech?endpoint=${bucket.endpoint}`,
  };
  const nodes: Node[] = [];
  for (const [name, roles] of Object.entries(layout)) {
    const own = join(folder, name.replace(' ', '-'));
    await mkdir(own);
    const settings = { roles, trustedProxies: ['127.0.0.1'] };
    nodes.push({ ...(await prepareService(own, environment, settings)), name, roles });
  }
  opened.defer(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  const answering = nodes.filter(({ roles }) => roles.includes('api'));
  const proxy = await startNginx(answering.map(({ url }) => new URL(url).host));
  opened.defer(() => proxy.stop());
  // For every client in this process, WebSocket's among them.
  setDefaultCACertificates([...getCACertificates('default'), proxy.certificate]);
  const whole = opened.move();
  return {
    url: proxy.url,
    adminToken: nodes[0]?.adminToken ?? '',
    databaseUrl: database.url,
    environment,
    nodes,
    close: () => whole.disposeAsync(),
  };
}
