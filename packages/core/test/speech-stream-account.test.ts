import { describe, expect, it } from 'vitest';
import { openReady, TEXT, words } from './support/speech-stream-client.ts';
import { openSynthesisBench } from './support/synthesis-bench.ts';

/** Of the text, at half a credit a character. */
const COST = 40;

describe('the account of a stream', () => {
  it('is charged to the character, whatever the pieces were', async () => {
    await using bench = await openSynthesisBench({ credits: '1000' });
    const { say, closed, stream } = await openReady(bench);
    for (const text of words(TEXT)) say({ type: 'TEXT', text });
    say({ type: 'DONE' });
    await closed;
    await stream.ended;
    expect(await bench.balance()).toBe(String(1000 - COST));
    expect(await bench.records.syntheses.list({ limit: 9 })).toMatchObject([
      { kind: 'live', status: 'COMPLETED', characters: 80, doneCharacters: 80, credits: String(COST) },
    ]);
  });

  it('is charged for no white space around its text', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const { say, closed, stream } = await openReady(bench);
    say({ type: 'TEXT', text: '  Yes. \n' });
    say({ type: 'DONE' });
    await closed;
    await stream.ended;
    // Half a credit a character.
    expect(await bench.balance()).toBe('98');
  });

  it('never owes: text beyond the balance is refused, what was spoken is charged', async () => {
    await using bench = await openSynthesisBench({ credits: String(COST) });
    const { say, closed, error, stream, until } = await openReady(bench);
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'FLUSH' });
    await until('FLUSHED');
    say({ type: 'TEXT', text: 'One more.' });
    expect(await closed).toBe(1008);
    await stream.ended;
    expect(error()).toMatchObject({ code: 'INSUFFICIENT_CREDIT', stage: 'STREAMING', retryable: false });
    expect(await bench.balance()).toBe('0');
  });

  it('charges a client who vanishes for what was synthesized, and releases its slot', async () => {
    await using bench = await openSynthesisBench({ credits: '100', capabilities: { concurrency: 1 } });
    const taken = Promise.withResolvers<void>();
    const { say, until, stream } = await openReady(bench, { takes: () => taken.promise });
    say({ type: 'TEXT', text: TEXT });
    await until('audio');
    stream.leave();
    taken.resolve();
    await stream.ended;
    const [record] = await bench.records.syntheses.list({ limit: 9 });
    expect(record?.status).toBe('COMPLETED');
    expect(record?.doneCharacters).toBeLessThan(80);
    expect(await bench.balance()).toBe(String(100 - (record?.doneCharacters ?? 0) / 2));
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('charges nothing when an engine fails', async () => {
    await using bench = await openSynthesisBench({
      credits: '1000',
      script: { failures: { 0: 'ENGINE_FAILED' } },
    });
    const { say, closed, error, stream } = await openReady(bench);
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'DONE' });
    expect(await closed).toBe(1013);
    await stream.ended;
    expect(error()).toMatchObject({ stage: 'STREAMING', retryable: true });
    expect(await bench.balance()).toBe('1000');
  });
});
