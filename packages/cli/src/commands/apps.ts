import type { App } from '@parlance/core';
import type { Command } from 'commander';
import type { AppAdmin, AppView } from '../server/app-admin.ts';
import { table } from '../terminal/table.ts';
import { type CommandContext, type GlobalOptions, openContext } from './command-context.ts';
import { numberOption } from './number-option.ts';

interface CreateOptions extends GlobalOptions {
  readonly name: string;
  readonly expires?: string;
  readonly expiresAt?: string;
  readonly ttsConcurrency?: string;
  readonly sttConcurrency?: string;
}

export function addApps(program: Command): void {
  const apps = program.command('apps').description('create, list, show and revoke apps');
  apps
    .command('create')
    .description('create an app; its token is shown this once')
    .requiredOption('--name <name>', 'what to call it')
    .option('--expires <when>', '7d, 30d, 60d, 90d, permanent or YYYY-MM-DD', 'permanent')
    .option('--expires-at <time>', 'an ISO 8601 time; goes before --expires')
    .option('--tts-concurrency <n>', 'live syntheses at once')
    .option('--stt-concurrency <n>', 'live recognitions at once')
    .action(createApp);
  apps
    .command('list')
    .description('list the apps')
    .option('--search <text>', 'part of the name')
    .action(listApps);
  apps.command('show').description('show one app').argument('<app-id>').action(showApp);
  apps
    .command('revoke')
    .description("make an app's token worthless, for good")
    .argument('<app-id>')
    .action(revokeApp);
}

async function withAdmin<Result>(
  settings: CommandContext['settings'],
  work: (admin: AppAdmin) => Promise<Result>,
): Promise<Result> {
  const { withAppAdmin } = await import('../server/app-admin.ts');
  return withAppAdmin(settings, work);
}

async function createApp(_options: unknown, command: Command): Promise<void> {
  const options: CreateOptions = command.optsWithGlobals();
  const { output, settings } = await openContext(options);
  const created = await withAdmin(settings, (admin) =>
    admin.create({
      name: options.name,
      expires: options.expires,
      expiresAt: options.expiresAt,
      ttsConcurrency: numberOption('tts-concurrency', options.ttsConcurrency),
      sttConcurrency: numberOption('stt-concurrency', options.sttConcurrency),
    }),
  );
  const lines = Object.entries(created).map(([name, value]) => `${name.padEnd(14)} ${value ?? 'never'}`);
  output.result(created, lines.join('\n'));
}

async function listApps(_options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { search?: string } = command.optsWithGlobals();
  const { output, settings } = await openContext(options);
  const apps = await withAdmin(settings, (admin) => admin.list(options.search));
  const rows = apps.map((app) => [
    app.appId,
    app.name,
    app.createdAt,
    app.expiresAt ?? 'never',
    stateOf(app),
  ]);
  output.result(apps, table(['APP ID', 'NAME', 'CREATED', 'EXPIRES', 'STATE'], rows));
}

function stateOf(app: Pick<App, 'revokedAt' | 'expiresAt'>): string {
  if (app.revokedAt !== null) return 'revoked';
  return app.expiresAt !== null && Date.parse(app.expiresAt) <= Date.now() ? 'expired' : 'active';
}

async function showApp(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const app = await withAdmin(settings, (admin) => admin.get(appId));
  output.result(app, describe(app));
}

async function revokeApp(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const app = await withAdmin(settings, (admin) => admin.revoke(appId));
  output.result(app, `${app.name} (${app.appId}) is revoked.`);
}

/** What no value means, where a bare `null` would leave a reader to guess. */
const NO_VALUE: Readonly<Record<string, string>> = {
  expiresAt: 'never',
  revokedAt: 'no',
  credits: 'unlimited',
  seconds: 'unlimited',
};

function describe(app: AppView): string {
  return Object.entries(app)
    .map(([name, value]) => `${name.padEnd(15)} ${value ?? NO_VALUE[name]}`)
    .join('\n');
}
