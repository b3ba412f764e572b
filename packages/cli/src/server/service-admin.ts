import type { NewAppInput, ServerSettings } from '@parlance/core';
import type { AppView, CreatedAppView, DeliveryView, RotatedSecretView } from './admin-views.ts';
import { withLocalAdmin } from './local-admin.ts';
import { remoteAdmin, ServerGone } from './remote-admin.ts';
import { findServer } from './server-record.ts';

/** Credits, seconds or both, as the user wrote them. */
export interface AddedAmounts {
  readonly credits?: string | undefined;
  readonly seconds?: string | undefined;
}

export interface DeliveryFilter {
  readonly appId?: string | undefined;
  readonly state?: string | undefined;
  /** Of the newest ones. */
  readonly limit: number;
}

/** What the commands for operators do, wherever the data is. */
export interface ServiceAdmin {
  create(input: NewAppInput): Promise<CreatedAppView>;
  list(search?: string): Promise<readonly AppView[]>;
  get(appId: string): Promise<AppView>;
  revoke(appId: string): Promise<AppView>;
  topUp(appId: string, added: AddedAmounts): Promise<AppView>;
  rotateWebhookSecret(appId: string): Promise<RotatedSecretView>;
  listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryView[]>;
  replayDelivery(deliveryId: string): Promise<DeliveryView>;
}

/** Works through the server that runs, or on the data folder itself when none does. */
export async function withServiceAdmin<Result>(
  settings: ServerSettings,
  work: (admin: ServiceAdmin) => Promise<Result>,
): Promise<Result> {
  const server = await findServer(settings.dataDir);
  if (server === undefined) return withLocalAdmin(settings, work);
  try {
    return await work(remoteAdmin(server));
  } catch (error) {
    // It ended a moment ago, perhaps by a kill that left its record: the folder is free, or will be.
    if (error instanceof ServerGone) return withLocalAdmin(settings, work);
    throw error;
  }
}
