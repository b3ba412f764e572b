/** An application: on whose behalf a call is made. */
export interface App {
  readonly appId: string;
  readonly name: string;
  /** ISO 8601 UTC with milliseconds, as every time of a record. */
  readonly createdAt: string;
  /** `null`: permanent. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** `jti` of its token. */
  readonly tokenId: string;
  /** Tokens that were replaced and may be used for a while, newest first. */
  readonly retiredTokens: readonly RetiredToken[];
  /** Standard Webhooks secret, `whsec_` and base64. */
  readonly webhookSecret: string;
  /** Those that were replaced, newest first: each signs beside it until its time, and may be listed a while longer. */
  readonly retiredWebhookSecrets: readonly RetiredSecret[];
  /** Live syntheses at once. */
  readonly ttsConcurrency: number;
  /** Live recognitions at once. */
  readonly sttConcurrency: number;
  /** Calls a minute, of every sort together; `null`: no limit. */
  readonly requestsPerMinute: number | null;
  /** When its token was last good for a call, exact to a minute; `null`: never. */
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
  /** Of the rotation that replaced it. */
  readonly rotationId: string;
}

/** Of the app that a new database begins with, which the playground uses. */
export const DEFAULT_APP_NAME = 'default';

/** Whether the app may be used at `nowMs` (epoch milliseconds). */
export function isAppUsable(app: App, nowMs: number): boolean {
  return app.revokedAt === null && (app.expiresAt === null || Date.parse(app.expiresAt) > nowMs);
}

/** What operators are shown of an app. */
export type AppWithoutSecrets = Omit<
  App,
  'tokenId' | 'retiredTokens' | 'webhookSecret' | 'retiredWebhookSecrets'
>;

/** Leaves out all that signs, or names a token. */
export function withoutSecrets(app: App): AppWithoutSecrets {
  const { tokenId: _token, retiredTokens: _tokens, ...rest } = app;
  const { webhookSecret: _secret, retiredWebhookSecrets: _secrets, ...shown } = rest;
  return shown;
}
