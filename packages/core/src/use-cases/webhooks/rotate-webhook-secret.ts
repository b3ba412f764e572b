import type { App } from '../../domain/apps/app.ts';
import type { AdminActor } from '../../ports/admin-service.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RandomSource } from '../../ports/random-source.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { noteAction } from '../admin/audit-actions.ts';
import { newWebhookSecret } from '../apps/create-app.ts';
import { lockApp } from '../apps/require-app.ts';

export interface RotateWebhookSecretPorts {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: RandomSource;
}

/** So long deliveries carry a signature of either secret, and receivers have time to learn the new one. */
const OVERLAP_MS = 86_400_000;

/** @throws SpeechError `NOT_FOUND` */
export async function rotateWebhookSecret(
  ports: RotateWebhookSecretPorts,
  appId: string,
  by?: AdminActor,
): Promise<App> {
  const { records, clock, random } = ports;
  const webhookSecret = newWebhookSecret(random);
  const until = new Date(clock.now() + OVERLAP_MS).toISOString();
  return records.transact(async (tables) => {
    const app = await lockApp(tables.apps, appId);
    const change = { webhookSecret, retiredWebhookSecret: { secret: app.webhookSecret, until } };
    await noteAction(ports, tables, { by, action: 'webhook-secret-rotate', target: appId });
    return (await tables.apps.update(appId, change)) ?? app;
  });
}
