import { type App, type AppWithoutSecrets, withoutSecrets } from '@parlance/core/accounts';
import type { Balances, CreatedApp, RotatedToken } from '@parlance/core/administration';
import type { AppUsage } from '@parlance/core/reports';
import type { WebhookDelivery } from '@parlance/core/requests';
import type { RotatedWebhookSecret } from '@parlance/core/webhooks';

/** An app as `apps create` prints it. */
export interface CreatedAppView {
  readonly appId: string;
  readonly name: string;
  readonly token: string;
  readonly webhookSecret: string;
  readonly expiresAt: string | null;
}

/** An app without its secrets, as the admin API returns it. `null` credits and seconds are unlimited. */
export interface AppView extends AppWithoutSecrets {
  readonly credits: number | null;
  readonly seconds: number | null;
  /** Of the last 30 days. Present only when a single app is shown. */
  readonly usage?: AppUsageView;
}

export interface AppUsageView {
  readonly syntheses: number;
  readonly transcriptions: number;
  readonly credits: number;
  readonly seconds: number;
}

/** An app's new token as `apps rotate-token` prints it. */
export type RotatedTokenView = Omit<RotatedToken, 'isReplay'>;

export interface RotatedSecretView {
  readonly appId: string;
  readonly webhookSecret: string;
  /** ISO 8601; until then deliveries are signed with both secrets. `null`: the old secret is no longer used. */
  readonly oldSecretSignsUntil: string | null;
}

/** A webhook delivery without its body. */
export type DeliveryView = Omit<WebhookDelivery, 'body' | 'audioObjectName'>;

export function createdAppView({ app, token }: CreatedApp): CreatedAppView {
  const { appId, name, webhookSecret, expiresAt } = app;
  return { appId, name, token, webhookSecret, expiresAt };
}

export function appView(app: App, { credits, seconds }: Balances): AppView {
  return {
    ...withoutSecrets(app),
    credits: credits === null ? null : Number(credits),
    seconds: seconds === null ? null : Number(seconds),
  };
}

export function appDetailView(app: App, balances: Balances, usage: AppUsage): AppView {
  const { credits, seconds } = usage;
  return {
    ...appView(app, balances),
    usage: { ...usage, credits: Number(credits), seconds: Number(seconds) },
  };
}

export function rotatedTokenView({ isReplay: _isReplay, ...shown }: RotatedToken): RotatedTokenView {
  return shown;
}

export function rotatedSecretView(rotated: RotatedWebhookSecret): RotatedSecretView {
  const { appId, webhookSecret, oldSecretSignsUntil } = rotated;
  return { appId, webhookSecret, oldSecretSignsUntil };
}

export function deliveryView(delivery: WebhookDelivery): DeliveryView {
  const { body: _body, audioObjectName: _audioObjectName, ...view } = delivery;
  return view;
}

export interface OwnedVoiceView {
  readonly code: string;
  /** `null`: every app may use it. */
  readonly ownerAppId: string | null;
}

export interface KeyIdsView {
  /** The signing key comes first. */
  readonly keyIds: readonly string[];
}
