/** An application on whose behalf calls are made. */
export interface App {
  readonly appId: string;
  readonly name: string;
  /** ISO 8601 UTC with milliseconds, like every time in a record. */
  readonly createdAt: string;
  /** `null`: permanent. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** `jti` of its token. */
  readonly tokenId: string;
  /** Replaced tokens that may still be used for a while, newest first. */
  readonly retiredTokens: readonly RetiredToken[];
  /** Standard Webhooks secret, `whsec_` and base64. */
  readonly webhookSecret: string;
  /** Replaced secrets, newest first: each signs in addition until its time, and may be listed a while longer. */
  readonly retiredWebhookSecrets: readonly RetiredSecret[];
  /** Live syntheses at once. */
  readonly ttsConcurrency: number;
  /** Live recognitions at once. */
  readonly sttConcurrency: number;
  /** Calls per minute, all kinds together; `null`: no limit. */
  readonly requestsPerMinute: number | null;
  /** When its token was last accepted, exact to a minute; `null`: never. */
  readonly lastUsedAt: string | null;
}

export interface RetiredToken {
  readonly tokenId: string;
  /** ISO 8601. */
  readonly until: string;
}

export interface RetiredSecret {
  readonly secret: string;
  /** ISO 8601. */
  readonly until: string;
  /** ID of the rotation that replaced it. */
  readonly rotationId: string;
}

/** Name of the app that a new database starts with, which the playground uses. */
export const DEFAULT_APP_NAME = 'default';

/** Whether the app may be used at `nowMs` (epoch milliseconds). */
export function isAppUsable(app: App, nowMs: number): boolean {
  return app.revokedAt === null && (app.expiresAt === null || Date.parse(app.expiresAt) > nowMs);
}

/** What operators see of an app. */
export type AppWithoutSecrets = Omit<
  App,
  'tokenId' | 'retiredTokens' | 'webhookSecret' | 'retiredWebhookSecrets'
>;

/** Leaves out secrets and the ids of tokens. */
export function withoutSecrets(app: App): AppWithoutSecrets {
  const { tokenId: _token, retiredTokens: _tokens, ...rest } = app;
  const { webhookSecret: _secret, retiredWebhookSecrets: _secrets, ...shown } = rest;
  return shown;
}
