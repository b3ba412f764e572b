import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { deliveryQueryInput } from '@parlance/core/reports';
import type { Command } from 'commander';
import type { DeliveryView } from '../admin/admin-views.ts';
import { numberOption } from '../input/number-option.ts';
import { table } from '../terminal/table.ts';
import { type GlobalOptions, openContext } from './command-context.ts';
import { withAdmin } from './with-admin.ts';

interface ListOptions extends GlobalOptions {
  readonly app?: string;
  readonly state?: string;
  readonly limit?: string;
}

const DEFAULT_LIMIT = '100';

export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('list webhook deliveries; send one again');
  webhooks
    .command('list')
    .description('list deliveries, newest first')
    .option('--app <app-id>', "only this app's deliveries")
    .option('--state <state>', 'pending, delivered or dead')
    .option('--limit <n>', 'maximum number of deliveries', DEFAULT_LIMIT)
    .action(listDeliveries);
  webhooks
    .command('replay')
    .description('send a delivery again, with all its attempts and the same webhook-id')
    .argument('<id>')
    .action(replayDelivery);
}

async function listDeliveries(_options: unknown, command: Command): Promise<void> {
  const options: ListOptions = command.optsWithGlobals();
  const limit = numberOption('limit', options.limit) ?? Number(DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) {
    throw new SpeechError('INVALID_INPUT', `--limit must be a whole number from 1; got ${limit}.`);
  }
  const { appId, state } = parseInput(deliveryQueryInput, { appId: options.app, state: options.state });
  const { output, settings } = await openContext(options);
  const deliveries = await withAdmin(settings, (admin) => admin.listDeliveries({ appId, state, limit }));
  output.result(
    deliveries,
    table(['ID', 'APP ID', 'STATE', 'ATTEMPTS', 'LAST', 'CREATED', 'URL'], deliveries.map(rowOf)),
  );
}

function rowOf(delivery: DeliveryView): readonly string[] {
  const { deliveryId, appId, state, attempts, createdAt, url } = delivery;
  return [deliveryId, appId, state, String(attempts.length), lastOutcome(delivery), createdAt, url];
}

function lastOutcome({ attempts }: DeliveryView): string {
  const last = attempts.at(-1);
  if (last === undefined) return '-';
  return last.status === null ? 'no answer' : String(last.status);
}

async function replayDelivery(id: string, _options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const delivery = await withAdmin(settings, (admin) => admin.replayDelivery(id));
  output.result(delivery, `${delivery.deliveryId} will be sent again to ${delivery.url}.`);
}
