import { describe, expect, it } from 'vitest';
import { SpeechError, type SpeechErrorCode } from '../src/errors/index.ts';
import { MAX_JOB_STARTS } from '../src/requests/index.ts';
import {
  deliverWebhook,
  listDeliveries,
  MAX_WEBHOOK_ATTEMPTS,
  planDelivery,
  replayDelivery,
  rotateWebhookSecret,
  synthesisResultBody,
  WEBHOOK_RETRY_DELAYS_MS,
} from '../src/webhooks/index.ts';
import { planTranscriptDelivery } from '../src/webhooks/plan-transcript-delivery.ts';
import { type Bench, insertApp, openBench, plainSealer } from './support/bench.ts';
import { going } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import { synthesisRecord, transcriptionRecord } from './support/records.ts';

const ID = 'msg_r1_success';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const plan = (bench: Bench, requestId = 'r1', audioObjectName: string | null = 'results/r1.mp3') =>
  bench.records.transact((tables) =>
    planDelivery(tables, {
      appId: bench.app.appId,
      requestId,
      url: 'https://receiver.example/hook',
      event: 'success',
      body: { request_id: requestId, status: 'SUCCESS' },
      audioObjectName,
      atIso: new Date(bench.clock.now()).toISOString(),
    }),
  );
const get = async (bench: Bench, id = ID) => {
  const delivery = await bench.records.deliveries.get(id);
  if (delivery === undefined) throw new Error('no delivery');
  return delivery;
};

/** Runs the job that was added last at the time it asks for. @returns the wait until then, in milliseconds */
async function runNext(bench: Bench): Promise<number> {
  const job = bench.jobs.at(-1);
  const dueMs = job?.startAfter === undefined ? bench.clock.now() : Date.parse(job.startAfter);
  const waitMs = dueMs - bench.clock.now();
  bench.clock.advance(waitMs);
  const before = bench.jobs.length;
  await deliverWebhook(bench.ports, job?.id ?? '', going());
  if (bench.jobs.length === before) bench.jobs.push({ kind: 'housekeeping', id: 'none left' });
  return waitMs;
}

const isOver = (bench: Bench): boolean => bench.jobs.at(-1)?.kind === 'housekeeping';

/** Every attempt until the delivery ends. */
async function runAll(bench: Bench): Promise<readonly number[]> {
  const waitsMs: number[] = [];
  while (!isOver(bench)) waitsMs.push(await runNext(bench));
  return waitsMs;
}

describe('a delivery', () => {
  it('is sent at once and ends when the receiver accepts it', async () => {
    await using bench = await openBench();
    await plan(bench);
    expect(await runAll(bench)).toEqual([0]);
    expect(await get(bench)).toMatchObject({
      state: 'delivered',
      nextAttemptAt: null,
      endedAt: '2026-01-01T00:00:00.000Z',
      attempts: [{ at: '2026-01-01T00:00:00.000Z', durationMs: 5, status: 200, problem: null }],
    });
    expect(bench.egress.messages).toMatchObject([{ deliveryId: ID, secrets: ['whsec_new'] }]);
  });

  it('of a transcript that waited for days has its whole schedule ahead', async () => {
    await using bench = await openBench();
    const finishedAt = '2026-01-05T00:00:00.000Z';
    const record = transcriptionRecord({ webhookUrl: 'https://receiver.example/hook', finishedAt });
    await planTranscriptDelivery(bench.records, record);
    expect(await get(bench, 'msg_t1_success')).toMatchObject({
      createdAt: finishedAt,
      nextAttemptAt: finishedAt,
    });
  });

  it('is planned once, even if its job ends twice', async () => {
    await using bench = await openBench();
    expect([await plan(bench), await plan(bench)]).toEqual([ID, ID]);
    expect(bench.jobs).toHaveLength(1);
  });

  it('that nobody accepts is sent ten times by the schedule, then dead', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push(
      ...Array.from({ length: MAX_WEBHOOK_ATTEMPTS }, (_, index) =>
        index % 2 === 0 ? { status: 500 } : { status: null, problem: 'No answer within 15 seconds.' },
      ),
    );
    expect(await runAll(bench)).toEqual([0, ...WEBHOOK_RETRY_DELAYS_MS]);
    const { state, attempts, endedAt, createdAt } = await get(bench);
    expect(state).toBe('dead');
    expect(attempts).toHaveLength(10);
    expect(attempts.slice(0, 2).map(({ problem }) => problem)).toEqual([
      'The receiver answered with status 500.',
      'No answer within 15 seconds.',
    ]);
    expect(Date.parse(endedAt ?? '') - Date.parse(createdAt)).toBeLessThan(3 * DAY_MS);
    expect(new Set(bench.egress.messages.map(({ deliveryId }) => deliveryId))).toEqual(new Set([ID]));
  });

  it('is deferred without an attempt while its receiver has too many in progress', async () => {
    await using bench = await openBench();
    await plan(bench);
    const problem = "The receiver's limit of concurrent deliveries is reached.";
    bench.egress.answers.push({ status: null, problem, deferMs: 15_000 }, { status: 500 });
    expect(await runNext(bench)).toBe(0);
    expect(await get(bench)).toMatchObject({
      state: 'pending',
      attempts: [],
      nextAttemptAt: '2026-01-01T00:00:15.000Z',
    });
    expect(await runAll(bench)).toEqual([15_000, 5_000]);
    expect((await get(bench)).attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  it('has the same body at each attempt except for its link, which is new', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 503 }, { status: 302 });
    await runAll(bench);
    const bodies = bench.egress.messages.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies.map(({ audio_link }) => audio_link)).size).toBe(3);
    for (const [index, { audio_link, ...body }] of bodies.entries()) {
      expect(body).toEqual({ request_id: 'r1', status: 'SUCCESS' });
      expect(audio_link).toBe(
        `https://speech.example/results/r1.mp3?at=${bench.egress.messages[index]?.atMs}`,
      );
    }
  });

  it('without audio has no link', async () => {
    await using bench = await openBench();
    await plan(bench, 'r1', null);
    await runAll(bench);
    expect(JSON.parse(bench.egress.messages[0]?.body ?? '')).toEqual({ request_id: 'r1', status: 'SUCCESS' });
  });

  it('that is answered with 410 is dead at once', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 410 });
    expect(await runAll(bench)).toEqual([0]);
    expect(await get(bench)).toMatchObject({ state: 'dead', attempts: [{ status: 410 }] });
  });

  it('waits as long as the receiver requests', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 429, retryAfterMs: 90_000 });
    expect(await runAll(bench)).toEqual([0, 90_000]);
  });

  it('of a deleted app is dead in the end, and nothing was sent', async () => {
    await using bench = await openBench();
    await plan(bench);
    const gone = {
      ...bench.ports,
      records: overriding(bench.records, {
        apps: overriding(bench.records.apps, { get: async () => undefined }),
      }),
    };
    await deliverWebhook(gone, ID, going());
    expect(await get(bench)).toMatchObject({ state: 'pending', attempts: [{ status: null }] });
    expect(bench.egress.messages).toEqual([]);
  });

  it('is not sent before its time, nor after its end, however many jobs it has', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 500 });
    await deliverWebhook(bench.ports, ID, going());
    const { nextAttemptAt } = await get(bench);
    await deliverWebhook(bench.ports, ID, going());
    expect(bench.egress.messages).toHaveLength(1);
    expect(bench.jobs.at(-1)).toEqual({
      kind: 'webhook-delivery',
      turn: 'app1',
      id: ID,
      // Not for its time: the clock of the queue may say that it has come.
      startInMs: Date.parse(nextAttemptAt ?? '') - bench.clock.now(),
    });
    bench.clock.advance(5000);
    await deliverWebhook(bench.ports, ID, going());
    await deliverWebhook(bench.ports, ID, going());
    await deliverWebhook(bench.ports, 'msg_unknown_success', going());
    expect(bench.egress.messages).toHaveLength(2);
  });

  it('that two workers send at once has one recorded attempt and one job for the next', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 500 }, { status: 500 });
    await Promise.all([1, 2].map((starts) => deliverWebhook(bench.ports, ID, going(starts))));
    expect((await get(bench)).attempts).toHaveLength(1);
    expect(bench.jobs.slice(1)).toHaveLength(1);
  });

  it('that is removed while it is sent is not sent again', async () => {
    await using bench = await openBench();
    await plan(bench);
    const { egress, records } = bench;
    const deliver: typeof egress.deliver = async (message) => {
      await records.deliveries.remove([ID]);
      return egress.deliver(message);
    };
    bench.egress.answers.push({ status: 500 });
    await deliverWebhook({ ...bench.ports, egress: { deliver } }, ID, going());
    expect(await records.deliveries.get(ID)).toBeUndefined();
    expect(bench.jobs).toHaveLength(1);
  });

  it('is returned without an attempt when the worker stops', async () => {
    await using bench = await openBench();
    await plan(bench);
    const deliver = () => Promise.reject(SpeechError.aborted());
    const stopping = deliverWebhook({ ...bench.ports, egress: { deliver } }, ID, going());
    await expect(stopping).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await get(bench)).toMatchObject({ state: 'pending', attempts: [] });
  });

  it('that crashed its process too often counts as one attempt, and is not sent', async () => {
    await using bench = await openBench();
    await plan(bench);
    await deliverWebhook(bench.ports, ID, going(MAX_JOB_STARTS + 1));
    expect(bench.egress.messages).toEqual([]);
    expect((await get(bench)).attempts).toHaveLength(1);
  });
});

describe('a delivery that is sent again manually', () => {
  it('keeps its id and its log, and has all ten attempts ahead', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    await runAll(bench);
    bench.clock.advance(10 * DAY_MS);
    const replayedAt = new Date(bench.clock.now()).toISOString();
    expect(await replayDelivery(bench.ports, ID)).toMatchObject({
      deliveryId: ID,
      state: 'pending',
      nextAttemptAt: replayedAt,
      endedAt: null,
    });
    expect(await runAll(bench)).toEqual([0, ...WEBHOOK_RETRY_DELAYS_MS]);
    const { state, attempts } = await get(bench);
    expect(state).toBe('dead');
    expect(attempts).toHaveLength(20);
    expect(attempts[9]?.replayedAt).toBe(replayedAt);
    expect(attempts.filter((attempt) => attempt.replayedAt !== undefined)).toHaveLength(1);
    expect(new Set(bench.egress.messages.map(({ deliveryId }) => deliveryId))).toEqual(new Set([ID]));
    await replayDelivery(bench.ports, ID);
    expect(await runAll(bench)).toEqual([0]);
    expect(await get(bench)).toMatchObject({ state: 'delivered' });
  });

  it('while it still waits is sent at once, and its next attempt is not repeated', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 500 }, { status: 500 });
    await runNext(bench);
    await replayDelivery(bench.ports, ID);
    expect(await runNext(bench)).toBe(0);
    expect((await get(bench)).attempts).toHaveLength(2);
    expect(Date.parse((await get(bench)).nextAttemptAt ?? '') - bench.clock.now()).toBe(5000);
  });

  it('in the middle of an attempt has its own attempt', async () => {
    await using bench = await openBench();
    await plan(bench);
    bench.egress.answers.push({ status: 500 });
    await runNext(bench);
    const { egress } = bench;
    const deliver: typeof egress.deliver = async (message) => {
      await replayDelivery(bench.ports, ID);
      return egress.deliver(message);
    };
    bench.clock.advance(5000);
    await deliverWebhook({ ...bench.ports, egress: { deliver } }, ID, going());
    expect(await get(bench)).toMatchObject({ state: 'pending', attempts: [{ status: 500 }] });
    expect(await runNext(bench)).toBe(0);
    expect(await get(bench)).toMatchObject({ state: 'delivered' });
  });

  it('is in the log of actions, with who did it', async () => {
    await using bench = await openBench();
    await plan(bench);
    await replayDelivery(bench.ports, ID, { actor: 'token', sessionId: null, address: '127.0.0.1' });
    expect(await bench.records.audit.list({ limit: 9 })).toMatchObject([
      { action: 'webhook-replay', target: ID, actor: 'token', address: '127.0.0.1' },
    ]);
    expect(bench.jobs.at(-1)).toEqual({ kind: 'webhook-delivery', id: ID, turn: bench.app.appId });
  });

  it('must exist', async () => {
    await using bench = await openBench();
    await expect(replayDelivery(bench.ports, ID)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a webhook secret that is rotated', () => {
  it('signs in addition to the new one for a day', async () => {
    await using bench = await openBench();
    const rotated = await rotateWebhookSecret(bench.ports, bench.app.appId);
    expect(rotated.webhookSecret).toMatch(/^whsec_/);
    expect(rotated.webhookSecret).not.toBe('whsec_new');
    for (const [requestId, secrets] of [
      ['r1', [rotated.webhookSecret, 'whsec_new']],
      ['r2', [rotated.webhookSecret]],
    ] as const) {
      await plan(bench, requestId);
      await deliverWebhook(bench.ports, `msg_${requestId}_success`, going());
      expect(bench.egress.messages.at(-1)?.secrets).toEqual(secrets);
      bench.clock.advance(DAY_MS);
    }
    await expect(rotateWebhookSecret(bench.ports, 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('repeatedly signs for as long as was announced each time', async () => {
    await using bench = await openBench();
    const { appId } = bench.app;
    const second = await rotateWebhookSecret(bench.ports, appId);
    bench.clock.advance(HOUR_MS);
    const third = await rotateWebhookSecret(bench.ports, appId);
    const [two, three] = [second.webhookSecret, third.webhookSecret];
    const promisedMs = Date.parse(second.oldSecretSignsUntil);
    expect(Date.parse(third.oldSecretSignsUntil) - promisedMs).toBe(HOUR_MS);
    for (const [requestId, afterMs, secrets] of [
      ['r1', 0, [three, two, 'whsec_new']],
      ['r2', promisedMs - 1 - bench.clock.now(), [three, two, 'whsec_new']],
      ['r3', 1, [three, two]],
      ['r4', HOUR_MS, [three]],
    ] as const) {
      bench.clock.advance(afterMs);
      await plan(bench, requestId);
      await deliverWebhook(bench.ports, `msg_${requestId}_success`, going());
      expect(bench.egress.messages.at(-1)?.secrets).toEqual(secrets);
    }
  });

  it('is not rotated a sixth time in a day, and stays unchanged', async () => {
    await using bench = await openBench();
    const { appId } = bench.app;
    const rotate = () => rotateWebhookSecret(bench.ports, appId);
    const first = await rotate();
    for (let time = 0; time < 4; time++) await rotate();
    const before = await bench.records.apps.get(appId);
    await expect(rotate()).rejects.toMatchObject({
      code: 'REQUEST_RATE_EXCEEDED',
      message: expect.stringContaining(first.oldSecretSignsUntil),
      details: { retryAfterSeconds: DAY_MS / 1000 },
    });
    expect(await bench.records.apps.get(appId)).toEqual(before);
    bench.clock.advance(DAY_MS);
    await rotate();
    expect((await bench.records.apps.get(appId))?.retiredWebhookSecrets).toHaveLength(1);
  });

  it('twice at once loses no secret', async () => {
    await using bench = await openBench();
    const { appId } = bench.app;
    const made = await Promise.all([1, 2].map(() => rotateWebhookSecret(bench.ports, appId)));
    const app = await bench.records.apps.get(appId);
    const kept = [app?.webhookSecret, ...(app?.retiredWebhookSecrets ?? []).map(({ secret }) => secret)];
    const ours = [...made.map(({ webhookSecret }) => webhookSecret), 'whsec_new'];
    expect(kept.toSorted()).toEqual(ours.toSorted());
  });
});

describe('the rotation of a webhook secret with an Idempotency-Key', () => {
  const keyed = (key: string, bodyHash = 'hash') => ({ idempotency: { path: '/rotate', key, bodyHash } });

  it('is done once, and a repeat gets the same secret for a day, whatever was rotated since', async () => {
    await using bench = await openBench();
    const { appId } = bench.app;
    const by = { actor: 'token', sessionId: null, address: null } as const;
    const rotate = () => rotateWebhookSecret(bench.ports, appId, { ...keyed('k'), by });
    const first = await rotate();
    expect(first).toMatchObject({ appId, isReplay: false });
    expect(await rotate()).toEqual({ ...first, isReplay: true });
    expect((await bench.records.apps.get(appId))?.retiredWebhookSecrets).toHaveLength(1);
    expect(await bench.records.audit.list({ limit: 9 })).toHaveLength(1);

    bench.clock.advance(HOUR_MS);
    for (const key of ['l', 'm', 'n', 'o']) await rotateWebhookSecret(bench.ports, appId, keyed(key));
    bench.clock.advance(DAY_MS - HOUR_MS - 1);
    expect(await rotate()).toEqual({ ...first, isReplay: true });
    bench.clock.advance(2);
    const next = await rotate();
    expect(next.isReplay).toBe(false);
    expect(next.webhookSecret).not.toBe(first.webhookSecret);
  });

  it('is refused for another app and another body, which stay unchanged', async () => {
    await using bench = await openBench();
    const other = await insertApp(bench.records.apps.insert, 'app2');
    await rotateWebhookSecret(bench.ports, bench.app.appId, keyed('k'));
    const refused = rotateWebhookSecret(bench.ports, other.appId, keyed('k', 'other'));
    await expect(refused).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await bench.records.apps.get(other.appId)).toEqual(other);
  });

  it('stores no secret under the key, and leaves the key free if it fails', async () => {
    await using bench = await openBench();
    await expect(rotateWebhookSecret(bench.ports, 'unknown', keyed('k'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await rotateWebhookSecret(bench.ports, bench.app.appId, keyed('k', 'now it is right'));
    const claim = { appId: 'admin', path: '/rotate', key: 'k', bodyHash: '', answer: null };
    const nowIso = new Date(bench.clock.now()).toISOString();
    const kept = await bench.records.idempotency.claim({ ...claim, expiresAt: nowIso }, nowIso);
    expect(kept?.answer).toMatchObject({ appId: bench.app.appId });
    expect(JSON.stringify(kept)).not.toContain('whsec_');
  });

  it('reports if its secret is no longer known', async () => {
    await using bench = await openBench();
    const { appId } = bench.app;
    await rotateWebhookSecret(bench.ports, appId, keyed('k'));
    await bench.records.apps.update(appId, { retiredWebhookSecrets: [] });
    await expect(rotateWebhookSecret(bench.ports, appId, keyed('k'))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      message: expect.stringMatching(/out of use.*new key/),
    });
  });
});

describe('the list of deliveries', () => {
  it('goes page by page, newest first, by app and state', async () => {
    await using bench = await openBench();
    for (const requestId of ['r1', 'r2', 'r3']) {
      await plan(bench, requestId);
      bench.clock.advance(1000);
    }
    await deliverWebhook(bench.ports, 'msg_r2_success', going());
    const ids = ({ items }: { items: readonly { requestId: string }[] }) =>
      items.map(({ requestId }) => requestId);
    const first = await listDeliveries(bench.records, plainSealer, { limit: 2 });
    expect(ids(first)).toEqual(['r3', 'r2']);
    const second = await listDeliveries(bench.records, plainSealer, {
      limit: 2,
      cursor: first.nextCursor ?? '',
    });
    expect([ids(second), second.nextCursor]).toEqual([['r1'], null]);
    expect(ids(await listDeliveries(bench.records, plainSealer, { limit: 9, state: 'delivered' }))).toEqual([
      'r2',
    ]);
    await insertApp(bench.records.apps.insert, 'app2');
    expect(ids(await listDeliveries(bench.records, plainSealer, { limit: 9, appId: 'app2' }))).toEqual([]);
    for (const query of [
      { cursor: `${first.nextCursor}x`, limit: 2 },
      { cursor: first.nextCursor ?? '', state: 'dead', limit: 2 },
      { cursor: first.nextCursor ?? '', appId: 'app2', limit: 2 },
    ] as const)
      await expect(listDeliveries(bench.records, plainSealer, query)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
  });
});

describe('the webhook body for a synthesis', () => {
  const record = synthesisRecord({ requestId: 'r1' });

  it('has the members of the interface with their types', () => {
    expect(synthesisResultBody(record)).toEqual({
      app_id: 'app1',
      request_id: 'r1',
      characters: 12,
      voice_code: 'joe',
      audio_type: 'mp3',
      speed_rate: 1.5,
      sample_rate: '22050',
      bitrate: 128,
      created_at: '2026-01-01T00:00:00.000Z',
      status: 'SUCCESS',
    });
  });

  it.each<[SpeechErrorCode, string]>([
    ['ENGINE_FAILED', 'INTERNAL_SERVER_ERROR'],
    ['TEXT_TOO_LONG', 'BAD_REQUEST'],
    // Only the operator can fix these.
    ['INVALID_CONFIG', 'INTERNAL_SERVER_ERROR'],
    ['MODEL_NOT_FOUND', 'INTERNAL_SERVER_ERROR'],
    ['MODEL_NOT_INSTALLED', 'INTERNAL_SERVER_ERROR'],
    ['STORAGE_NOT_WRITABLE', 'INTERNAL_SERVER_ERROR'],
    ['TRANSCODER_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'],
  ])('for the failure %s has the code %s', (code, told) => {
    const failure = { code, message: 'It failed.' };
    const format = { container: 'wav', sampleRateHz: 16_000 } as const;
    expect(synthesisResultBody({ ...record, status: 'FAILED', failure, format })).toMatchObject({
      status: 'FAILURE',
      audio_type: 'wav',
      bitrate: 256,
      error_code: told,
      error_message: 'It failed.',
    });
  });
});
