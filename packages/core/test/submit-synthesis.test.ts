import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { runSynthesisJob, submitSynthesis } from '../src/synthesis/index.ts';
import { insertApp } from './support/bench.ts';
import { going } from './support/jobs.ts';
import { batchInput, ID, openSynthesisBench } from './support/synthesis-bench.ts';

const KEY = { path: '/v1/tts', key: 'k1', bodyHash: 'aa' };
const DAY_MS = 86_400_000;

describe('submitting a batch synthesis', () => {
  it.each([
    [{ voiceCode: 'nobody' }, 'VOICE_NOT_FOUND'],
    [{ sampleRate: 48_000 }, 'INVALID_INPUT'],
    [{ bitrate: 128 }, 'INVALID_INPUT'],
    [{ text: '…!' }, 'TEXT_NOT_SPEAKABLE'],
    [{ webhookUrl: 'https://refused.example/' }, 'INVALID_INPUT'],
  ])('refuses %o with %s and keeps nothing', async (members, code) => {
    await using bench = await openSynthesisBench({ credits: '100' });
    await expect(submitSynthesis(bench.ports, batchInput(members), bench.app)).rejects.toMatchObject({
      code,
    });
    expect([await bench.records.syntheses.get(ID), bench.jobs, await bench.ledger()]).toEqual([
      undefined,
      [],
      [],
    ]);
  });

  it('refuses what the app cannot pay for, to the last decimal', async () => {
    await using bench = await openSynthesisBench({ credits: '5.9' });
    const submit = () => submitSynthesis(bench.ports, batchInput(), bench.app);
    await expect(submit()).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
    expect([await bench.balance(), bench.jobs]).toEqual(['5.9', []]);
    await bench.records.ledger.setBalance(bench.app.appId, 'credits', '6');
    await submit();
    expect(await bench.balance()).toBe('0');
  });

  it('refuses one job too many', async () => {
    await using bench = await openSynthesisBench();
    const ports = { ...bench.ports, maxWaitingJobs: 1 };
    await submitSynthesis(ports, batchInput(), bench.app);
    await expect(submitSynthesis(ports, batchInput(), bench.app)).rejects.toMatchObject({
      code: 'QUEUE_FULL',
    });
    expect(bench.jobs).toHaveLength(1);
  });

  it('accepts nothing for a caller who has left', async () => {
    await using bench = await openSynthesisBench();
    const submitted = submitSynthesis(bench.ports, batchInput(), bench.app, { signal: AbortSignal.abort() });
    await expect(submitted).rejects.toMatchObject({ code: 'ABORTED' });
    expect(bench.jobs).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  it('returns the first answer again, even if the request has ended and checks would now fail', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const submit = (ports = bench.ports) =>
      submitSynthesis(ports, batchInput(), bench.app, { idempotency: KEY });
    const first = await submit();
    expect(first.isReplay).toBe(false);
    await runSynthesisJob(bench.ports, ID, going());
    const unreachable = {
      async check() {
        throw new SpeechError('INVALID_INPUT', 'webhookUrl is not allowed.');
      },
    };
    const again = await submit({ ...bench.ports, maxWaitingJobs: 0, egress: unreachable });
    expect(again).toEqual({ answer: first.answer, isReplay: true });
    expect([await bench.ledger(), bench.jobs.filter(({ kind }) => kind === 'synthesis')]).toMatchObject([
      ['reserve -6'],
      [{ id: ID }],
    ]);
  });

  it('accepts once if the same request arrives many times at once', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const submit = () => submitSynthesis(bench.ports, batchInput(), bench.app, { idempotency: KEY });
    const answers = await Promise.all(Array.from({ length: 20 }, submit));
    expect(new Set(answers.map(({ answer }) => answer.requestId)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect([bench.jobs.length, await bench.balance()]).toEqual([1, '94']);
  });

  it('is refused with another body, and belongs to one app, one path and one day', async () => {
    await using bench = await openSynthesisBench();
    const other = await insertApp(bench.records.apps.insert, 'app2');
    const submit = (idempotency: typeof KEY, app = bench.app) =>
      submitSynthesis(bench.ports, batchInput(), app, { idempotency });
    await submit(KEY);
    await expect(submit({ ...KEY, bodyHash: 'bb' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect((await submit(KEY, other)).isReplay).toBe(false);
    expect((await submit({ ...KEY, path: '/api/v1/tts' })).isReplay).toBe(false);
    bench.clock.advance(DAY_MS + 1);
    expect((await submit({ ...KEY, bodyHash: 'bb' })).isReplay).toBe(false);
  });

  it('is free again after a request that was refused', async () => {
    await using bench = await openSynthesisBench({ credits: '1' });
    const submit = () => submitSynthesis(bench.ports, batchInput(), bench.app, { idempotency: KEY });
    await expect(submit()).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDIT' });
    await bench.records.ledger.setBalance(bench.app.appId, 'credits', '10');
    expect((await submit()).isReplay).toBe(false);
  });
});
