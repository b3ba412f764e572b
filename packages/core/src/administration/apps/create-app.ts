import type { App } from '../../accounts/app.ts';
import { appExpiresAt } from '../../accounts/app-expiry.ts';
import { compareDecimals } from '../../accounts/ledger/decimal.ts';
import type { MeteredUnit } from '../../accounts/ledger/ledger-entry.ts';
import { requireApp } from '../../accounts/require-app.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import { ADMIN_KEYS, claimKey, keyClaimOf } from '../../requests/idempotency/claim-key.ts';
import type { SubmitOptions } from '../../requests/idempotency/idempotency.ts';
import type { Records } from '../../storage/record-store.ts';
import type { ByOperator } from '../admin-actor.ts';
import { noteAction } from '../audit-actions.ts';
import { grant } from '../balances/top-up.ts';
import type { TokenIssuer } from '../tokens/token-issuer.ts';
import type { NewAppInput } from './new-app-input.ts';

/** What creating apps needs. */
export interface AppMaker extends TokenIssuer {
  /** Limits of an app for which none are given. */
  readonly settings: Pick<App, 'ttsConcurrency' | 'sttConcurrency'>;
}

/** An app as it is shown once, at creation: the only time its token can be seen. */
export interface CreatedApp {
  readonly app: App;
  readonly token: string;
  /** Whether it was created by an earlier request with the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

const WEBHOOK_SECRET_BYTES = 32;

export function newWebhookSecret(random: RandomSource): string {
  return `whsec_${random.secret(WEBHOOK_SECRET_BYTES)}`;
}

/**
 * @throws SpeechError `INVALID_INPUT` for an expiry in the past, `IDEMPOTENCY_CONFLICT`, a storage code
 */
export async function createApp(
  maker: AppMaker,
  input: NewAppInput,
  options: SubmitOptions & ByOperator = {},
): Promise<CreatedApp> {
  const { records, clock, tokens } = maker;
  const nowMs = clock.now();
  const wanted = newApp(maker, input, nowMs);
  const claim = await keyClaimOf(ADMIN_KEYS, options);
  const { app, isReplay } = await records.transact(async (tables) => {
    const earlier = claim && (await claimKey(tables.idempotency, claim, { nowMs }));
    if (earlier !== undefined) {
      const { appId } = earlier.answer as Pick<App, 'appId'>;
      return { app: await requireApp(tables.apps, appId), isReplay: true };
    }
    await tables.apps.insert(wanted);
    await limit(tables, wanted, { unit: 'credits', amount: input.credits });
    await limit(tables, wanted, { unit: 'seconds', amount: input.seconds });
    await noteAction(maker, tables, { by: options.by, action: 'app-create', target: wanted.appId });
    // Neither its token nor its secret: this table must not contain anything that should stay secret for its day.
    if (claim !== undefined) await tables.idempotency.complete(claim, { appId: wanted.appId });
    return { app: wanted, isReplay: false };
  });
  const { appId, tokenId, expiresAt } = app;
  return { app, token: await tokens.issue({ appId, tokenId, expiresAt }), isReplay };
}

function newApp({ random, settings }: AppMaker, input: NewAppInput, nowMs: number): App {
  return {
    appId: random.id(),
    name: input.name,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: appExpiresAt(input.expiresAt ?? input.expires ?? 'permanent', nowMs),
    revokedAt: null,
    tokenId: random.id(),
    retiredTokens: [],
    webhookSecret: newWebhookSecret(random),
    retiredWebhookSecrets: [],
    ttsConcurrency: input.ttsConcurrency ?? settings.ttsConcurrency,
    sttConcurrency: input.sttConcurrency ?? settings.sttConcurrency,
    requestsPerMinute: input.requestsPerMinute ?? null,
    lastUsedAt: null,
  };
}

async function limit(
  { ledger }: Records,
  { appId, createdAt }: App,
  { unit, amount }: { readonly unit: MeteredUnit; readonly amount: string | null | undefined },
): Promise<void> {
  if (amount === null || amount === undefined) return;
  await ledger.setBalance(appId, unit, '0');
  if (compareDecimals(amount, '0') === 0) return;
  await ledger.append(grant({ appId, unit, amount, of: 'creation', at: createdAt }));
}
