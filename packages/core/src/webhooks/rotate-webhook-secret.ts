import type { App } from '../accounts/app.ts';
import { lockApp, requireApp } from '../accounts/require-app.ts';
import type { ByOperator } from '../administration/admin-actor.ts';
import { newWebhookSecret } from '../administration/apps/create-app.ts';
import { noteAction } from '../administration/audit-actions.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { ADMIN_KEYS, claimKey, keyClaimOf } from '../requests/idempotency/claim-key.ts';
import type { SubmitOptions } from '../requests/idempotency/idempotency.ts';
import type { RecordKeeping } from '../storage/record-keeping.ts';
import { findRotation, rotateSecret, type SecretRotation } from './webhook-secrets.ts';

/** An app's new secret, and until when the old one also signs. */
export interface RotatedWebhookSecret extends SecretRotation {
  readonly appId: string;
  /** Whether it was created by an earlier request with the same Idempotency-Key. */
  readonly isReplay?: boolean;
}

/** What is stored of a rotation under its Idempotency-Key. Not the secret, so that the app's record has its only copy. */
type KeptRotation = { readonly appId: string; readonly rotationId: string };

/** @throws SpeechError `NOT_FOUND`, `REQUEST_RATE_EXCEEDED`, `IDEMPOTENCY_CONFLICT`, a storage code */
export async function rotateWebhookSecret(
  keeping: RecordKeeping,
  appId: string,
  options: SubmitOptions & ByOperator = {},
): Promise<RotatedWebhookSecret> {
  const { records, clock, random } = keeping;
  const nowMs = clock.now();
  const kept: KeptRotation = { appId, rotationId: random.id() };
  const secret = newWebhookSecret(random);
  const claim = await keyClaimOf(ADMIN_KEYS, options);
  return records.transact(async (tables) => {
    const earlier = claim && (await claimKey(tables.idempotency, claim, { nowMs }));
    if (earlier !== undefined) {
      const first = earlier.answer as KeptRotation;
      return { ...madeBy(await requireApp(tables.apps, first.appId), first.rotationId), isReplay: true };
    }
    const app = await lockApp(tables.apps, appId);
    const change = rotateSecret(app, { secret, rotationId: kept.rotationId, nowMs });
    await tables.apps.update(appId, change);
    await noteAction(keeping, tables, { by: options.by, action: 'webhook-secret-rotate', target: appId });
    if (claim !== undefined) await tables.idempotency.complete(claim, kept);
    return { ...madeBy({ ...app, ...change }, kept.rotationId), isReplay: false };
  });
}

function madeBy(app: App, rotationId: string): RotatedWebhookSecret {
  const rotation = findRotation(app, rotationId);
  if (rotation !== undefined) return { appId: app.appId, ...rotation };
  throw new SpeechError(
    'IDEMPOTENCY_CONFLICT',
    'The webhook secret that the first request with this Idempotency-Key made is out of use. Send a new key for another one.',
  );
}
