import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ServerRole } from '@parlance/core/settings';
import { checkOutSources, commitBefore, removeSources } from '../../../.ci/databases/earlier-sources.ts';
import { MIGRATIONS } from '../../../packages/storage-sql/src/migration/migrations.ts';
import type { OpenVariant, Variant } from '../../runner/contract.ts';
import type { Sample } from '../../runner/sample.ts';
import { askForCount } from '../ask-for-count.ts';
import { runMixedLoad, tell } from '../mixed-load.ts';
import { type Nodes, prepareNodes } from '../nodes.ts';

const API: readonly ServerRole[] = ['api'];
const WORKER: readonly ServerRole[] = ['worker'];
const LAYOUT = { 'worker 1': WORKER, 'api 1': API, 'worker 2': WORKER, 'api 2': API } as const;
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Before the first restart, between two, and after the last: callers of all kinds come by meanwhile. */
const CALM_MS = 20_000;

/** Two processes for callers and two for jobs, of the sources before the last step of the database; one by one they become those of today. */
export const upgraded: Variant = {
  async open(): Promise<OpenVariant> {
    await using opened = new AsyncDisposableStack();
    const scratch = await mkdtemp(join(tmpdir(), 'parlance-previous-'));
    opened.defer(() => rm(scratch, { recursive: true, force: true }));
    const sources = join(scratch, 'sources');
    opened.defer(async () => removeSources(sources));
    checkOutSources(commitBefore(Object.keys(MIGRATIONS).at(-1) ?? ''), sources);
    // What `npm install` does there.
    await run(process.execPath, ['packages/console/build.ts'], { cwd: sources });
    const service = await prepareNodes(LAYOUT);
    opened.defer(() => service.close());
    for (const node of service.nodes) await node.start('ready', sources);
    const whole = opened.move();
    return { measure: () => upgradeInTurn(service, scratch), close: () => whole.disposeAsync() };
  },
};

async function upgradeInTurn(service: Nodes, scratch: string): Promise<readonly Sample[]> {
  const restarts: Sample[] = [];
  const startedAtMs = performance.now();
  const stepsBefore = await countSteps(service.databaseUrl);
  const values = await runMixedLoad(service, async () => {
    await delay(CALM_MS);
    tell('the tables are brought up to date');
    await migrate(service, scratch);
    for (const node of service.nodes) {
      await delay(CALM_MS);
      tell(`${node.name} ends`);
      const endsAtMs = performance.now();
      await node.stop();
      const drainSeconds = (performance.now() - endsAtMs) / 1000;
      tell(`${node.name} has ended, and is started`);
      restarts.push({ values: { drainSeconds, recoverySeconds: (await node.start()) / 1000 } });
    }
    await delay(CALM_MS);
    return [];
  });
  const steps = (await countSteps(service.databaseUrl)) - stepsBefore;
  const minutes = Math.round((performance.now() - startedAtMs) / 60_000);
  return [...restarts, { values: { minutes, restarts: restarts.length, steps, ...values } }];
}

/** As an init job does it, while all processes of the version before work on. */
async function migrate({ environment }: Nodes, scratch: string): Promise<void> {
  await run(
    process.execPath,
    ['--conditions=@parlance/source', join(ROOT, 'packages/parlance/bin/parlance.js'), 'migrate'],
    {
      cwd: scratch,
      env: { ...process.env, ...environment, PARLANCE_DATA_DIR: join(scratch, 'migrating') },
    },
  );
}

function countSteps(databaseUrl: string): Promise<number> {
  return askForCount(databaseUrl, 'select count(*)::int from parlance.kysely_migration');
}
