import { evenAligner, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { runSynthesisJob, submitSynthesis } from '../src/synthesis/index.ts';
import { createVocabulary } from '../src/vocabulary/index.ts';
import { insertApp } from './support/bench.ts';
import { going, HOOK } from './support/jobs.ts';
import { batchInput, ID, openSynthesisBench, VOICE } from './support/synthesis-bench.ts';

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

describe('what is accepted', () => {
  const VOCABULARY = [
    { term: 'Siobhan', saidAs: 'shivawn' },
    { term: 'Acme', saidAs: 'ack me' },
    { term: 'Parlance' },
  ];

  it('is stored with everything that its job needs, and answered without its text', async () => {
    await using bench = await openSynthesisBench();
    const input = { text: ' Ask Siobhan. ', speed: 1.5, outputFormat: 'wav', vocabulary: VOCABULARY };
    const { answer } = await submitSynthesis(bench.ports, batchInput(input), bench.app);
    const record = await bench.records.syntheses.get(ID);
    expect(record).toMatchObject({
      ...{ requestId: ID, appId: bench.app.appId, kind: 'batch', status: 'PROCESSING' },
      ...{ text: 'Ask Siobhan.', textType: null, characters: 12, credits: '6', voiceCode: 'fake' },
      ...{ format: { container: 'wav', sampleRateHz: 8000 }, speed: 1.5 },
      vocabulary: [{ term: 'Siobhan', saidAs: 'shivawn' }],
      webhookUrl: HOOK,
      ...{ doneCharacters: 0, failedAttempts: 0, forgivenStarts: 0 },
      createdAt: new Date(bench.clock.now()).toISOString(),
      ...{ startedAt: null, finishedAt: null, audio: null, failure: null },
    });
    expect(answer).toEqual({ ...record, text: '', vocabulary: null });
    expect(bench.jobs).toEqual([{ kind: 'synthesis', id: ID, turn: bench.app.appId }]);
  });

  it('has no vocabulary if none of its terms is in the text, or is said otherwise', async () => {
    await using bench = await openSynthesisBench();
    const input = { text: 'Ask Parlance.', vocabulary: VOCABULARY };
    await submitSynthesis(bench.ports, batchInput(input), bench.app);
    expect(await bench.records.syntheses.get(ID)).toMatchObject({ vocabulary: null });
  });

  it('has the terms of its app where the call says nothing', async () => {
    await using bench = await openSynthesisBench();
    const asked: unknown[] = [];
    const ports = {
      ...bench.ports,
      async vocabularyOf(...call: unknown[]) {
        asked.push(call);
        return createVocabulary(VOCABULARY);
      },
    };
    await submitSynthesis(ports, batchInput({ text: 'At Acme.' }), bench.app);
    expect(asked).toEqual([[bench.app.appId, undefined]]);
    const { vocabulary } = (await bench.records.syntheses.get(ID)) ?? {};
    expect(vocabulary).toEqual([{ term: 'Acme', saidAs: 'ack me' }]);
  });

  it('of SSML counts what is spoken, at the price of its dearest voice, and warns of what is not read', async () => {
    const dear = fakeVoice({ ...VOICE, code: 'dear', creditFactor: '2' });
    await using bench = await openSynthesisBench({ voices: [VOICE, dear], credits: '100' });
    const text = '<speak>Ask <odd>Siobhan</odd>. <voice name="dear">Yes.</voice></speak>';
    const input = batchInput({ text, textType: 'ssml', vocabulary: VOCABULARY });
    const { answer } = await submitSynthesis(bench.ports, input, bench.app);
    const characters = 'Ask Siobhan. Yes.'.length;
    expect(answer).toMatchObject({
      ...{ text: '', textType: 'ssml', characters, credits: String(2 * characters) },
      warnings: [expect.stringContaining('odd')],
    });
    const record = await bench.records.syntheses.get(ID);
    expect(record).toMatchObject({ text, vocabulary: [{ term: 'Siobhan' }] });
    expect(record).not.toHaveProperty('warnings');
    expect(await bench.balance()).toBe(String(100 - 2 * characters));
    const plain = { text: '<speak>Yes.</speak>', textType: 'ssml' };
    const { answer: silent } = await submitSynthesis(bench.ports, batchInput(plain), bench.app);
    expect(silent).not.toHaveProperty('warnings');
  });

  it('is refused of SSML that says nothing', async () => {
    await using bench = await openSynthesisBench();
    const input = batchInput({ text: '<speak><break time="1s"/></speak>', textType: 'ssml' });
    await expect(submitSynthesis(bench.ports, input, bench.app)).rejects.toMatchObject({
      code: 'TEXT_NOT_SPEAKABLE',
      details: { field: 'text' },
    });
  });

  it('has times of words only if somebody finds them', async () => {
    await using bench = await openSynthesisBench();
    const input = batchInput({ timings: 'word' });
    const submit = (ports: Parameters<typeof submitSynthesis>[0]) => submitSynthesis(ports, input, bench.app);
    const refusal = { code: 'INVALID_INPUT', details: { field: 'timings' } };
    await expect(submit(bench.ports)).rejects.toMatchObject(refusal);
    const languages: string[] = [];
    const alignerFor = (languageCode: string) => {
      languages.push(languageCode);
      return evenAligner();
    };
    const { answer } = await submit({ ...bench.ports, alignerFor });
    expect([answer.timings, languages]).toEqual(['word', ['en-US']]);
  });

  it('is refused from the holder of a client token', async () => {
    await using bench = await openSynthesisBench();
    const guest = { ...bench.app, clientToken: { clientTokenId: 'guest' } };
    await expect(submitSynthesis(bench.ports, batchInput(), guest)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
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
