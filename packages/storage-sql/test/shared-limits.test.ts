import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '../src/index.ts';
import { createSharedLimits } from '../src/shared/shared-limits.ts';
import { useEmbeddedDatabase, usePgBouncer, usePostgres } from './opened-database.ts';
import { hasPgBouncer } from './pgbouncer.ts';
import { NO_POSTGRES, postgresPrograms } from './postgres-server.ts';

const LONG = { limit: 5, lifeMs: 60_000 };

function describeSharedLimits(opened: () => Database): void {
  const open = () => {
    const appId = randomUUID();
    const limits = createSharedLimits(opened());
    const lease = (kind = 'synthesis') => ({ leaseId: randomUUID(), appId, kind });
    return { appId, limits, lease };
  };

  it('grants as many leases as allowed to 64 simultaneous callers', async () => {
    const { limits, lease } = open();
    const answers = await Promise.all(Array.from({ length: 64 }, () => limits.takeLease(lease(), LONG)));
    expect(answers.filter((running) => running === null)).toHaveLength(5);
    expect(answers.filter((running) => running !== null)).toEqual(Array(59).fill(5));
  });

  it('grants a returned lease to the next caller, and distinguishes apps and kinds', async () => {
    const { limits, lease } = open();
    const only = { ...LONG, limit: 1 };
    const first = lease();
    expect(await limits.takeLease(first, only)).toBeNull();
    expect(await limits.takeLease(lease(), only)).toBe(1);
    expect(await limits.takeLease(lease('recognition'), only)).toBeNull();
    expect(await limits.takeLease({ ...lease(), appId: randomUUID() }, only)).toBeNull();
    await limits.releaseLease(first.leaseId);
    await limits.releaseLease(first.leaseId);
    expect(await limits.takeLease(lease(), only)).toBeNull();
  });

  it('frees leases that were not renewed, and keeps those that were', async () => {
    const { limits, lease } = open();
    const [renewed, dropped] = [lease(), lease()];
    // Expired before the next request, by the database's clock.
    await limits.takeLease(renewed, { limit: 2, lifeMs: 0 });
    expect(await limits.renewLeases([renewed.leaseId, 'given-up'], 60_000)).toEqual([renewed.leaseId]);
    await limits.takeLease(dropped, { limit: 2, lifeMs: 60_000 });
    expect(await limits.takeLease(lease(), { ...LONG, limit: 2 })).toBe(2);
    await limits.renewLeases([dropped.leaseId], 0);
    expect(await limits.takeLease(lease(), { ...LONG, limit: 2 })).toBeNull();
  });

  it('allows a minute’s calls, however many arrive at once, and returns the time until the next one', async () => {
    const { appId, limits } = open();
    const waits = await Promise.all(Array.from({ length: 64 }, () => limits.takeCall(appId, 3)));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(3);
    for (const waitMs of waits.filter((wait) => wait > 0)) expect(waitMs).toBeLessThanOrEqual(20_000);
    expect(await limits.takeCall(randomUUID(), 1)).toBe(0);
  });

  it('does not count a returned call, but never allows more than a minute’s calls', async () => {
    const { appId, limits } = open();
    expect(await limits.takeCall(appId, 1)).toBe(0);
    for (let time = 0; time < 3; time++) await limits.returnCall(appId, 1);
    expect(await limits.takeCall(appId, 1)).toBe(0);
    expect(await limits.takeCall(appId, 1)).toBeGreaterThan(0);
  });

  it('deletes expired rows, and keeps those that still count', async () => {
    const { appId, limits, lease } = open();
    await limits.takeCall(appId, 1);
    const [lapsed, held] = [lease(), lease()];
    await limits.takeLease(held, { limit: 2, lifeMs: 60_000 });
    await limits.takeLease(lapsed, { limit: 2, lifeMs: 0 });
    const full = randomUUID();
    await limits.takeCall(full, 1);
    const age = `update parlance.rate_buckets set filled_at = filled_at - interval '2 minutes' where app_id = $1`;
    await opened().executeSql(age, [full]);
    await limits.clearIdle();
    expect(await limits.takeCall(appId, 1)).toBeGreaterThan(0);
    const rowsOf = async (table: string, column: string, ids: string[]): Promise<number> =>
      (await opened().executeSql(`select 1 from parlance.${table} where ${column} = any($1)`, [ids])).rows
        .length;
    expect(await rowsOf('leases', 'lease_id', [held.leaseId, lapsed.leaseId])).toBe(1);
    expect(await rowsOf('rate_buckets', 'app_id', [full, appId])).toBe(1);
  });
}

describe('limits on PGlite', () => {
  describeSharedLimits(useEmbeddedDatabase());
});

describe.skipIf(postgresPrograms === undefined)('limits on PostgreSQL', () => {
  const postgres = usePostgres();
  describeSharedLimits(() => postgres().database);
});

describe.skipIf(postgresPrograms === undefined || !hasPgBouncer)('limits behind PgBouncer', () => {
  const opened = usePgBouncer();
  describeSharedLimits(() => opened().database);
});

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, if it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
