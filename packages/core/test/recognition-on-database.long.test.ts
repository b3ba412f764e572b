import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openStorage } from '@parlance/storage-sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBalanceCheck } from '../src/accounts/index.ts';
import { getBalances, topUp } from '../src/administration/index.ts';
import { createHousekeeping, createOrphanSweep } from '../src/maintenance/index.ts';
import { listRequests, overview } from '../src/reports/index.ts';
import { recordSession } from '../src/session/index.ts';
import {
  getTranscript,
  runTranscriptionJob,
  submitTranscription,
  transcribeShortBytes,
} from '../src/transcription/index.ts';
import {
  deliverWebhook,
  listDeliveries,
  replayDelivery,
  rotateWebhookSecret,
} from '../src/webhooks/index.ts';
import { type Bench, insertApp, openBench, plainSealer } from './support/bench.ts';
import { going, HOOK } from './support/jobs.ts';
import { wav } from './support/wav.ts';

const DAY_MS = 86_400_000;
const key = (name: string) => ({ path: '/v1/stt', key: name, bodyHash: 'hash' });

type Storage = Awaited<ReturnType<typeof openStorage>>;
let bench: Bench;
let storage: Storage;
let ports: Bench['ports'];

beforeAll(async () => {
  bench = await openBench();
  const { clock } = bench;
  storage = await openStorage({ dataFolder: join(bench.folder, 'database'), clock });
  const { records, queue, audio, spool } = storage;
  ports = {
    ...bench.ports,
    records,
    queue,
    audio,
    spool,
    random: {
      id: () => randomUUID().replaceAll('-', ''),
      secret: (bytes) => randomBytes(bytes).toString('base64'),
    },
    seconds: createBalanceCheck(records.ledger, clock, 'seconds'),
  };
  await insertApp((app) => records.apps.insert(app), bench.app.appId);
});
afterAll(async () => {
  await storage.close();
  await bench[Symbol.asyncDispose]();
});

describe('on a database as in memory', () => {
  it('an upload is accepted once, transcribed by two workers at once, and charged and reported once', async () => {
    const { app } = bench;
    await topUp(ports, app.appId, { seconds: '20', reference: 'invoice' });
    expect(await topUp(ports, app.appId, { seconds: '20', reference: 'invoice' })).toMatchObject({
      seconds: '20',
      isReplay: true,
    });
    const send = () => {
      const bytes = (async function* () {
        yield wav([1, 1.5, 0.7]);
      })();
      return submitTranscription(ports, { bytes }, app, { webhookUrl: HOOK, idempotency: key('upload') });
    };
    const { answer } = await send();
    expect(await send()).toEqual({ answer, isReplay: true });
    const { transcriptId } = answer;
    expect(await storage.queue.has('transcription', transcriptId)).toBe(true);
    await Promise.all([1, 2].map((starts) => runTranscriptionJob(ports, transcriptId, going(starts))));
    expect(await getTranscript(ports.records, transcriptId, app)).toMatchObject({
      status: 'COMPLETED',
      transcript: 'Hello. World.',
    });
    expect(await getBalances(ports.records, app.appId)).toMatchObject({ seconds: '16' });
    expect(await storage.queue.has('webhook-delivery', `msg_${transcriptId}_success`)).toBe(true);
  });

  it('a webhook has the same body at each attempt, and one log, sent again manually or not', async () => {
    const [delivery] = (await listDeliveries(ports.records, plainSealer, { limit: 5 })).items;
    const id = delivery?.deliveryId ?? '';
    bench.egress.answers.push({ status: 500 }, { status: 410 });
    await deliverWebhook(ports, id, going());
    for (const _ of ['after a failure', 'after 410']) {
      await replayDelivery(ports, id);
      await deliverWebhook(ports, id, going());
    }
    expect(
      (await listDeliveries(ports.records, plainSealer, { limit: 5, state: 'delivered' })).items,
    ).toMatchObject([{ deliveryId: id, attempts: [{ status: 500 }, { status: 410 }, { status: 200 }] }]);
    expect(new Set(bench.egress.messages.map(({ body }) => body)).size).toBe(1);
  });

  it('live recognition and sessions are charged, the former once for a key', async () => {
    const { app } = bench;
    const live = () => transcribeShortBytes(ports, wav([1.2]), app, { idempotency: key('live') });
    const { answer } = await live();
    expect(await live()).toEqual({ answer, isReplay: true });
    const session = { sessionId: randomUUID(), app, startedAtMs: bench.clock.now(), receivedSeconds: 20.5 };
    await recordSession(ports, { ...session, utterances: [], failure: null });
    await recordSession(ports, { ...session, utterances: [], failure: null });
    expect(await getBalances(ports.records, app.appId)).toMatchObject({ seconds: '-7' });
  });

  it('two first top-ups and two rotations at once both count', async () => {
    const { appId } = bench.app;
    await Promise.all(['1', '2'].map((amount) => topUp(ports, appId, { credits: amount })));
    expect(await getBalances(ports.records, appId)).toMatchObject({ credits: '3' });
    const [one, other] = await Promise.all([1, 2].map(() => rotateWebhookSecret(ports, appId)));
    const app = await storage.records.apps.get(appId);
    const kept = [app?.webhookSecret, ...(app?.retiredWebhookSecrets ?? []).map(({ secret }) => secret)];
    expect(kept.toSorted()).toEqual([one?.webhookSecret, other?.webhookSecret, 'whsec_new'].toSorted());
  });

  it('a rotation that is sent twice at once with a key is done once', async () => {
    const rotate = () => rotateWebhookSecret(ports, bench.app.appId, { idempotency: key('rotation') });
    const [one, other] = await Promise.all([rotate(), rotate()]);
    expect([one.isReplay, other.isReplay].toSorted()).toEqual([false, true]);
    expect(other.webhookSecret).toBe(one.webhookSecret);
    await rotateWebhookSecret(ports, bench.app.appId);
    expect(await rotate()).toEqual({ ...one, isReplay: true });
  });

  it('the report goes page by page, and housekeeping leaves nothing of it after its time', async () => {
    const first = await listRequests(ports.records, plainSealer, { limit: 2 });
    const rest = await listRequests(ports.records, plainSealer, { limit: 2, cursor: first.nextCursor ?? '' });
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([2, 1, null]);
    expect(await overview(ports.records, ports.clock, {})).toMatchObject({ transcription: { success: 3 } });
    bench.clock.advance(40 * DAY_MS);
    const runHousekeeping = createHousekeeping(
      { ...ports, retention: { transcriptDays: 30, requestDays: 90, ledgerDays: null } },
      createOrphanSweep(ports),
    );
    expect(await runHousekeeping(going())).toMatchObject({ removedTranscripts: 3, removedDeliveries: 1 });
    expect((await listRequests(ports.records, plainSealer, { limit: 2 })).items).toEqual([]);
  });
});
