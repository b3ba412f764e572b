import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../src/migration/migrations.ts';
import type { Contraction, SchemaStep } from '../src/migration/schema-step.ts';
import { findBrokenRules } from './schema-rules.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** Steps from before the rules, when nothing had been released yet. No name may be added. */
const BEFORE_THE_RULES = ['2026-11-21-records-administered', '2026-11-22-retired-webhook-secrets'];

const step = (statement: string, contracts?: Contraction): SchemaStep => ({
  async up(database) {
    for (const one of statement.split(';')) await sql.raw(one).execute(database);
  },
  ...(contracts && { contracts }),
});

const rulesBrokenBy = (statement: string, contracts?: Contraction) =>
  findBrokenRules(
    { first: step('create table parlance.old (a text)'), second: step(statement, contracts) },
    { version: '1.4.0' },
  );

describe('the steps of the database', () => {
  it('add before they remove, so that two releases work side by side', async () => {
    const broken = await findBrokenRules(MIGRATIONS, { version });
    const names = new Set(broken.map((one) => one.split(':')[0]));
    expect([...names], broken.join('\n')).toEqual(BEFORE_THE_RULES);
  });

  it('are in the order of their names, on which backups rely', () => {
    expect(Object.keys(MIGRATIONS)).toEqual(Object.keys(MIGRATIONS).toSorted());
  });

  it.each([
    'alter table parlance.apps drop column name',
    'drop table parlance.apps',
    'drop index parlance.apps_list',
    'alter table parlance.apps rename column name to label',
    'alter table parlance.apps rename to clients',
    'alter table parlance.apps alter column name set not null',
    'alter table parlance.apps alter column name type varchar(10)',
    'alter table parlance.apps alter name set data type json using to_json(name)',
    'alter table parlance.apps alter column name drop default',
    'alter table parlance.apps add column label text not null',
    `alter table parlance.apps add column a text default '', add column label text not null`,
    'alter table parlance.apps add constraint short check (length(name) < 9)',
    'alter table parlance.apps add unique (name)',
    'alter table parlance.apps add column n integer generated always as (length(name)) stored',
    'create index apps_name on parlance.apps (name)',
    'create unique index apps_name on parlance.apps (name)',
    `update parlance.ledger_entries as entry set epoch = 1`,
    'delete from parlance.apps',
    'truncate parlance.leases',
    'create table parlance.sums (n bigint);insert into parlance.sums select count(*) from parlance.ledger_entries',
    'create or replace function parlance.take_lease() returns int language sql as $$ select 1 $$',
  ])('may not: %s', async (statement) => {
    expect(await rulesBrokenBy(statement)).not.toEqual([]);
  });

  it.each([
    'create table parlance.fresh (a text not null, primary key (a));create index fresh_a on parlance.fresh (a)',
    'alter table parlance.apps add column label text',
    `alter table parlance.apps add column label text not null default ''`,
    'alter table parlance.apps add constraint short check (length(name) < 9) not valid',
    'create function parlance.clear() returns void language sql as $$ delete from parlance.leases $$',
    'create trigger keep_both after insert on parlance.apps for each row execute function parlance.keep_both()',
  ])('may: %s', async (statement) => {
    expect(await rulesBrokenBy(statement)).toEqual([]);
  });

  it('may remove what an earlier one replaced, a release later', async () => {
    const dropping = 'alter table parlance.apps drop column name';
    expect(await rulesBrokenBy(dropping, { step: 'first', releasedIn: '1.3.2' })).toEqual([]);
    for (const contracts of [
      { step: 'first', releasedIn: '1.4.0' },
      { step: 'second', releasedIn: '1.3.0' },
      { step: 'unknown', releasedIn: '1.3.0' },
    ])
      expect(await rulesBrokenBy(dropping, contracts)).not.toEqual([]);
  });
});
