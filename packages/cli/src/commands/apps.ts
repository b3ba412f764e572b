import type { App } from '@parlance/core/accounts';
import { appChangeInput, newAppInput, rotateTokenInput, topUpInput } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import type { Command } from 'commander';
import type { AppUsageView, AppView } from '../admin/admin-views.ts';
import { numberOption } from '../input/number-option.ts';
import { secondsOption } from '../input/seconds-option.ts';
import { table } from '../terminal/table.ts';
import { addAppVocabulary } from './app-vocabulary.ts';
import { type GlobalOptions, openContext } from './command-context.ts';
import { withAdmin } from './with-admin.ts';

interface CreateOptions extends GlobalOptions {
  readonly name: string;
  readonly expires?: string;
  readonly expiresAt?: string;
  readonly ttsConcurrency?: string;
  readonly sttConcurrency?: string;
  readonly requestsPerMinute?: string;
  readonly credits?: string;
  readonly seconds?: string;
}

export function addApps(program: Command): void {
  const apps = program
    .command('apps')
    .description('create, list, show and revoke apps; replace their tokens; top up their balances');
  apps
    .command('create')
    .description('create an app; its token is shown only once')
    .requiredOption('--name <name>', 'what to call it')
    .option('--expires <when>', '7d, 30d, 60d, 90d, permanent or YYYY-MM-DD', 'permanent')
    .option('--expires-at <time>', 'an ISO 8601 time; overrides --expires')
    .option('--credits <n>', 'synthesis credits it may use; default: unlimited')
    .option('--seconds <n>', 'seconds of recognition it may use; default: unlimited')
    .option('--tts-concurrency <n>', 'live syntheses at once')
    .option('--stt-concurrency <n>', 'live recognitions at once')
    .option('--requests-per-minute <n>', 'calls a minute; default: unlimited')
    .action(createApp);
  apps
    .command('list')
    .description('list the apps')
    .option('--search <text>', 'part of the name')
    .action(listApps);
  apps.command('show').description('show one app').argument('<app-id>').action(showApp);
  apps
    .command('change')
    .description("change an app's name and limits; omitted ones stay unchanged")
    .argument('<app-id>')
    .option('--name <name>', 'what to call it')
    .option('--tts-concurrency <n>', 'live syntheses at once')
    .option('--stt-concurrency <n>', 'live recognitions at once')
    .option('--requests-per-minute <n>', 'calls a minute, or "unlimited"')
    .action(changeApp);
  apps
    .command('revoke')
    .description("make an app's token permanently invalid")
    .argument('<app-id>')
    .action(revokeApp);
  apps
    .command('top-up')
    .description("add to an app's balance; an unlimited balance becomes limited to the amount")
    .argument('<app-id>')
    .option('--credits <n>', 'credits to add')
    .option('--seconds <n>', 'seconds to add')
    .action(topUpApp);
  apps
    .command('rotate-token')
    .description('give an app a new token, shown only once, in place of one that was lost or leaked')
    .argument('<app-id>')
    .option(
      '--grace <time>',
      'how long the old token stays valid, such as 30m, 1h or 7d; default: it ends at once',
    )
    .action(rotateToken);
  apps
    .command('rotate-webhook-secret')
    .description('give an app a new webhook secret; deliveries are signed with the old one too for a day')
    .argument('<app-id>')
    .action(rotateSecret);
  addAppVocabulary(apps);
}

async function createApp(_options: unknown, command: Command): Promise<void> {
  const options: CreateOptions = command.optsWithGlobals();
  const input = parseInput(newAppInput, {
    name: options.name,
    expires: options.expires,
    expiresAt: options.expiresAt,
    ttsConcurrency: numberOption('tts-concurrency', options.ttsConcurrency),
    sttConcurrency: numberOption('stt-concurrency', options.sttConcurrency),
    requestsPerMinute: numberOption('requests-per-minute', options.requestsPerMinute),
    // Passed as text, since a number would be rounded.
    credits: options.credits,
    seconds: options.seconds,
  });
  const { output, settings } = await openContext(options);
  const created = await withAdmin(settings, (admin) => admin.create(input));
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

async function changeApp(appId: string, _options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & Partial<CreateOptions> = command.optsWithGlobals();
  const { requestsPerMinute } = options;
  const change = parseInput(appChangeInput, {
    name: options.name,
    ttsConcurrency: numberOption('tts-concurrency', options.ttsConcurrency),
    sttConcurrency: numberOption('stt-concurrency', options.sttConcurrency),
    requestsPerMinute:
      requestsPerMinute === UNLIMITED ? null : numberOption('requests-per-minute', requestsPerMinute),
  });
  const { output, settings } = await openContext(options);
  const app = await withAdmin(settings, (admin) => admin.change(appId, change));
  output.result(app, describe(app));
}

async function revokeApp(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const app = await withAdmin(settings, (admin) => admin.revoke(appId));
  output.result(app, `${app.name} (${app.appId}) has been revoked.`);
}

async function topUpApp(appId: string, _options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { credits?: string; seconds?: string } = command.optsWithGlobals();
  const { credits, seconds } = options;
  if (credits === undefined && seconds === undefined) {
    throw new SpeechError('INVALID_INPUT', 'Give --credits, --seconds or both.');
  }
  const added = parseInput(topUpInput, { credits, seconds });
  const { output, settings } = await openContext(options);
  const app = await withAdmin(settings, (admin) => admin.topUp(appId, added));
  output.result(app, describe(app));
}

async function rotateToken(appId: string, _options: unknown, command: Command): Promise<void> {
  const options: GlobalOptions & { grace?: string } = command.optsWithGlobals();
  const input = parseInput(rotateTokenInput, { graceSeconds: secondsOption('grace', options.grace) });
  const { output, settings } = await openContext(options);
  const rotated = await withAdmin(settings, (admin) => admin.rotateToken(appId, input));
  const { token, oldTokenGoodUntil } = rotated;
  const old =
    oldTokenGoodUntil === null
      ? 'The old token is refused now.'
      : `The old token is valid until ${oldTokenGoodUntil}.`;
  output.result(rotated, `${token}\n${old}`);
}

async function rotateSecret(appId: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const rotated = await withAdmin(settings, (admin) => admin.rotateWebhookSecret(appId));
  output.result(
    rotated,
    `${rotated.webhookSecret}\nUntil ${rotated.oldSecretSignsUntil} deliveries are signed with the old one too.`,
  );
}

const UNLIMITED = 'unlimited';

/** What a `null` of each field means to a reader. */
const NO_VALUE: Readonly<Record<string, string>> = {
  expiresAt: 'never',
  revokedAt: 'no',
  credits: UNLIMITED,
  seconds: UNLIMITED,
  requestsPerMinute: UNLIMITED,
  lastUsedAt: 'never',
};

function describe(app: AppView): string {
  return Object.entries(app)
    .map(
      ([name, value]) =>
        `${name.padEnd(18)} ${isUsage(value) ? usageText(value) : (value ?? NO_VALUE[name])}`,
    )
    .join('\n');
}

function isUsage(value: AppView[keyof AppView]): value is AppUsageView {
  return typeof value === 'object' && value !== null;
}

function usageText({ syntheses, transcriptions, credits, seconds }: AppUsageView): string {
  return `${syntheses} syntheses (${credits} credits), ${transcriptions} transcriptions (${seconds} s) in 30 days`;
}
