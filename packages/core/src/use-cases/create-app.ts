import type { NewAppInput } from '../config/new-app-input.ts';
import type { SpeechSettings } from '../config/speech-settings.ts';
import type { App } from '../domain/apps/app.ts';
import { appExpiresAt } from '../domain/apps/app-expiry.ts';
import type { AppStore } from '../ports/app-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { RandomSource } from '../ports/random-source.ts';
import type { TokenAuthority } from '../ports/token-authority.ts';

export interface CreateAppPorts {
  readonly apps: AppStore;
  readonly tokens: TokenAuthority;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** What an app gets that asks for no number of its own. */
  readonly settings: Pick<SpeechSettings, 'ttsConcurrency' | 'sttConcurrency'>;
}

/** An app as it is shown once, at creation: the only time its token can be seen. */
export interface CreatedApp {
  readonly app: App;
  readonly token: string;
  /** Whether it was created by an earlier request with the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

const WEBHOOK_SECRET_BYTES = 32;

/** @throws SpeechError `INVALID_INPUT` for an expiry in the past */
export async function createApp(ports: CreateAppPorts, input: NewAppInput): Promise<CreatedApp> {
  const nowMs = ports.clock.now();
  const app: App = {
    appId: ports.random.id(),
    name: input.name,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: appExpiresAt(input.expiresAt ?? input.expires ?? 'permanent', nowMs),
    revokedAt: null,
    tokenId: ports.random.id(),
    webhookSecret: `whsec_${ports.random.secret(WEBHOOK_SECRET_BYTES)}`,
    retiredWebhookSecret: null,
    ttsConcurrency: input.ttsConcurrency ?? ports.settings.ttsConcurrency,
    sttConcurrency: input.sttConcurrency ?? ports.settings.sttConcurrency,
  };
  await ports.apps.insert(app);
  const token = await ports.tokens.issue({
    appId: app.appId,
    tokenId: app.tokenId,
    expiresAt: app.expiresAt,
  });
  return { app, token };
}
