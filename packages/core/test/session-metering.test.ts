import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { getTranscript } from '../src/transcription/index.ts';
import { type Bench, type BenchOptions, openBench } from './support/bench.ts';
import { overriding } from './support/overriding.ts';
import { connect, RATE_HZ } from './support/session-client.ts';

const open = (options: BenchOptions = {}) => openBench(options);
const recordOf = (bench: Bench, id: string) => bench.records.transcriptions.get(id);

describe('a session', () => {
  it('is charged the audio that it received, rounded up, and found by its id', async () => {
    await using bench = await open({ seconds: '10' });
    const client = connect(bench);
    await client.start();
    client.say(1);
    client.say(1.1);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    await client.session.ended;
    expect([await bench.ledger(), await bench.balance()]).toEqual([['charge -3'], '7']);
    const { sessionId } = client.session;
    expect(await recordOf(bench, sessionId)).toMatchObject({
      kind: 'session',
      status: 'COMPLETED',
      audioDurationSeconds: 3,
    });
    const transcript = await getTranscript(bench.records, sessionId, bench.app);
    expect(transcript).toMatchObject({ transcript: 'Hello.', utterances: [{ text: 'Hello.' }] });
    expect(transcript.utterances[0]?.endTime).toBeCloseTo(2.1, 1);
  });

  it('sends its transcript, once it is over, where its options say', async () => {
    await using bench = await open();
    const webhook = { url: 'https://example.com/calls', members: { callId: 'call-1' } };
    const client = connect(bench, {}, { webhook });
    await client.start();
    client.say(1);
    client.send({ type: 'DONE' });
    await client.session.ended;
    const { sessionId } = client.session;
    expect(await bench.records.deliveries.get(`msg_${sessionId}_success`)).toMatchObject({
      url: webhook.url,
      requestId: sessionId,
      state: 'pending',
      body: {
        callId: 'call-1',
        transcriptId: sessionId,
        status: 'COMPLETED',
        transcript: 'Hello.',
        audioDuration: 1,
      },
    });
    expect(await recordOf(bench, sessionId)).toMatchObject({ webhookUrl: webhook.url });
  });

  it('lasts as long as its options say', async () => {
    await using bench = await open();
    const client = connect(bench, { maxSeconds: 90 }, { maxSeconds: 120 });
    const config = { sampleRateHz: RATE_HZ, interimResults: false, speechCompleteTimeoutMs: 800 };
    client.session.receive({ type: 'config', config });
    await client.ready;
    bench.clock.advance(119_999);
    expect(client.messages.map(({ type }) => type)).toEqual(['READY']);
    bench.clock.advance(1);
    await client.closed;
    expect(client.messages.at(-1)).toMatchObject({
      code: 'SESSION_TIMEOUT',
      message: 'The session exceeded the maximum duration of 120 seconds.',
    });
  });

  it('that its client leaves is charged anyway', async () => {
    await using bench = await open({ seconds: '10' });
    const client = connect(bench);
    await client.start();
    client.say(0.5);
    client.session.leave();
    await client.session.ended;
    expect(await bench.ledger()).toEqual(['charge -1']);
  });

  it('may end below zero, since it was recognized already', async () => {
    await using bench = await open({ seconds: '1' });
    const client = connect(bench);
    await client.start();
    client.say(3);
    client.session.leave();
    await client.session.ended;
    expect(await bench.balance()).toBe('-2');
    const next = connect(bench);
    expect(await next.closed).toBe(1008);
    expect(next.messages).toMatchObject([
      { type: 'ERROR', code: 'STT_INSUFFICIENT_SECONDS', stage: 'AUTHENTICATING' },
    ]);
  });

  it('without seconds does not begin', async () => {
    await using bench = await open({ seconds: '0' });
    const client = connect(bench);
    expect(await client.closed).toBe(1008);
    await client.session.ended;
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  it('without audio is not stored', async () => {
    await using bench = await open({ seconds: '10' });
    const client = connect(bench);
    await client.start();
    client.send({ type: 'DONE' });
    await client.session.ended;
    expect([await bench.ledger(), await bench.records.transcriptions.list({ limit: 9 })]).toEqual([[], []]);
  });

  it('that fails because of us is stored and costs nothing', async () => {
    await using bench = await open({
      seconds: '10',
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    const client = connect(bench);
    await client.start();
    client.say(1);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1013);
    await client.session.ended;
    expect(await bench.ledger()).toEqual([]);
    expect(await recordOf(bench, client.session.sessionId)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'ENGINE_UNAVAILABLE' },
    });
  });

  it('closes while the database is still busy with its record', async () => {
    await using bench = await open();
    const gate = deferred();
    const { records } = bench;
    const transact: typeof records.transact = async (work) => {
      await gate.promise;
      return records.transact(work);
    };
    const client = connect(bench, { records: overriding(records, { transact }) });
    await client.start();
    client.say(1);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    expect(client.messages.at(-1)?.type).toBe('STREAM_END');
    expect(await recordOf(bench, client.session.sessionId)).toBeUndefined();
    gate.resolve();
    await client.session.ended;
    expect(await recordOf(bench, client.session.sessionId)).toBeDefined();
  });

  it('is put on record once a database that went away is back, and charged once', async () => {
    await using bench = await open({ seconds: '10' });
    const { records } = bench;
    const failures = [deferred(), deferred()];
    let calls = 0;
    const transact: typeof records.transact = async (work) => {
      const failure = failures[calls++];
      // The second time it counts, but its answer is lost.
      const result = calls === 1 ? undefined : await records.transact(work);
      if (failure === undefined) return result as never;
      failure.resolve();
      throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
    };
    const client = connect(bench, { records: overriding(records, { transact }) });
    await client.start();
    client.say(1);
    client.session.leave();
    for (const { promise } of failures) {
      await promise;
      await expect.poll(() => bench.clock.pendingTimers).toBe(1);
      bench.clock.advance(2000);
    }
    await expect.poll(() => bench.ports.endWriter.figures().waiting).toBe(0);
    expect(calls).toBe(3);
    expect(await bench.ledger()).toEqual(['charge -1']);
  });

  it('that can not be put on record waits for the database, and is told of', async () => {
    await using bench = await open({ seconds: '10' });
    let isAway = true;
    const transact: typeof bench.records.transact = async (work) => {
      if (isAway) throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
      return bench.records.transact(work);
    };
    const client = connect(bench, { records: overriding(bench.records, { transact }) });
    await client.start();
    client.say(1);
    client.session.leave();
    await client.session.ended;
    expect(bench.errors).toMatchObject([{ code: 'STORAGE_FAILED' }]);
    expect([bench.ports.endWriter.figures(), await bench.ledger()]).toEqual([{ waiting: 1, lost: 0 }, []]);
    isAway = false;
    bench.clock.advance(1000);
    await expect.poll(() => bench.ports.endWriter.figures()).toEqual({ waiting: 0, lost: 0 });
    expect(await bench.ledger()).toEqual(['charge -1']);
    expect(await recordOf(bench, client.session.sessionId)).toMatchObject({
      finishedAt: '2026-01-01T00:00:00.000Z',
    });
  });
});

describe('an open session', () => {
  it.each([
    ['is revoked', { revokedAt: '2026-01-01T00:00:00.000Z' }],
    ['expires', { expiresAt: '2026-01-01T00:00:02.000Z' }],
  ])('ends within five seconds when its app %s, and is charged', async (_what, change) => {
    await using bench = await open({ seconds: '10' });
    const client = connect(bench);
    await client.start();
    client.say(1);
    await bench.records.apps.update(bench.app.appId, change);
    bench.clock.advance(5000);
    expect(await client.closed).toBe(1008);
    expect(client.messages.at(-1)).toMatchObject({ type: 'ERROR', code: 'UNAUTHORIZED' });
    await client.session.ended;
    expect(await bench.ledger()).toEqual(['charge -1']);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  it('continues while its app is valid and while the database is unavailable', async () => {
    await using bench = await open();
    const { apps } = bench.records;
    const asked: (() => void)[] = [];
    let isAway = false;
    const get: typeof apps.get = async (appId) => {
      asked.shift()?.();
      if (isAway) throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
      return apps.get(appId);
    };
    const client = connect(bench, {
      records: overriding(bench.records, { apps: overriding(apps, { get }) }),
    });
    await client.start({ vadConfig: { noInputTimeoutMs: 10_000 } });
    for (const away of [false, true, false]) {
      isAway = away;
      const { promise, resolve } = deferred();
      asked.push(resolve);
      bench.clock.advance(3000);
      await promise;
      client.send({ type: 'PING' });
      // Until the next look is planned.
      await expect.poll(() => bench.clock.pendingTimers).toBe(3);
    }
    expect(client.messages.map(({ type }) => type)).toEqual(['READY', 'PONG', 'PONG', 'PONG']);
    client.session.leave();
    await client.session.ended;
  });
});
