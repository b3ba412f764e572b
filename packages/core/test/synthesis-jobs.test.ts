import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError, type SpeechErrorCode } from '../src/errors/index.ts';
import { MAX_JOB_STARTS } from '../src/requests/index.ts';
import type { AudioStore } from '../src/storage/index.ts';
import {
  getSynthesis,
  runSynthesisJob,
  type SynthesisProgress,
  submitSynthesis,
} from '../src/synthesis/index.ts';
import { endSynthesis } from '../src/synthesis/results/end-synthesis.ts';
import { going } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import {
  batchInput,
  ID,
  longText,
  openSynthesisBench,
  type SynthesisBench,
  write,
} from './support/synthesis-bench.ts';

const submit = (bench: SynthesisBench, members?: Record<string, unknown>) =>
  submitSynthesis(bench.ports, batchInput(members), bench.app);
const recordOf = (bench: SynthesisBench) => bench.records.syntheses.get(ID);

/** The bench's ports with an audio store that fails as it is told. */
function portsWithAudio(bench: SynthesisBench, members: Partial<AudioStore>): SynthesisBench['ports'] {
  return { ...bench.ports, audio: overriding<AudioStore>(bench.ports.audio, members) };
}

describe('a synthesis job', () => {
  it('makes the audio, charges the credits and plans the webhook', async () => {
    await using bench = await openSynthesisBench({ credits: '10' });
    const { answer } = await submit(bench);
    expect(answer).toMatchObject({ requestId: ID, status: 'PROCESSING', characters: 12, credits: '6' });
    expect(bench.jobs).toMatchObject([{ kind: 'synthesis', id: ID }]);
    expect(await getSynthesis(bench.ports, ID, bench.app)).not.toHaveProperty('audioLink');
    await runSynthesisJob(bench.ports, ID, going());
    const { record, audioLink } = await getSynthesis(bench.ports, ID, bench.app);
    expect(record).toMatchObject({ status: 'COMPLETED', text: '', doneCharacters: 12, failure: null });
    expect(record.audio).toMatchObject({
      objectName: `results/${ID}.mp3`,
      durationSeconds: expect.closeTo(0.8, 1),
    });
    expect(audioLink).toMatch(
      new RegExp(`^https://speech\\.example/v1/audio/${ID}\\.mp3\\?expires=\\d+&signature=.`),
    );
    expect([await bench.balance(), await bench.ledger()]).toEqual(['4', ['reserve -6']]);
    expect(await bench.records.deliveries.list({ limit: 9 })).toMatchObject([
      { deliveryId: `msg_${ID}_success`, audioObjectName: `results/${ID}.mp3`, body: { status: 'SUCCESS' } },
    ]);
  });

  it('that has ended is left unchanged by a second worker that fails', async () => {
    await using bench = await openSynthesisBench({ credits: '10' });
    await submit(bench);
    await runSynthesisJob(bench.ports, ID, going());
    const before = await recordOf(bench);
    const failure = { code: 'ENGINE_FAILED', message: 'The second worker failed.' } as const;
    await endSynthesis(bench.ports, ID, { audio: null, failure });
    expect(await recordOf(bench)).toEqual(before);
    expect([await bench.balance(), await bench.ledger()]).toEqual(['4', ['reserve -6']]);
    expect(await bench.records.deliveries.list({ limit: 9 })).toHaveLength(1);
  });

  it('reports and stores its progress, and has no webhook if none was requested', async () => {
    await using bench = await openSynthesisBench();
    const input = { ...batchInput({ text: longText(10) }), webhookUrl: undefined };
    await submitSynthesis(bench.ports, input, bench.app, { kind: 'legacy' });
    const id = bench.jobs.at(-1)?.id ?? '';
    const told: SynthesisProgress[] = [];
    await runSynthesisJob(
      { ...bench.ports, onProgress: (progress) => void told.push(progress) },
      id,
      going(),
    );
    expect(told.length).toBeGreaterThanOrEqual(2);
    const done = told.map(({ doneCharacters }) => doneCharacters);
    expect(done).toEqual([...done].sort((one, other) => one - other));
    expect(Math.max(...done)).toBeLessThanOrEqual(told[0]?.characters ?? 0);
    expect(await bench.records.syntheses.get(id)).toMatchObject({ kind: 'legacy', status: 'COMPLETED' });
    expect(await bench.records.deliveries.list({ limit: 9 })).toEqual([]);
  });

  const FINAL = [
    { name: 'pcm', members: { outputFormat: 'pcm' }, code: 'AUDIO_FORMAT_NOT_AVAILABLE' },
    {
      name: 'a text that this voice can speak nothing of',
      members: { text: '%' },
      code: 'TEXT_NOT_SPEAKABLE',
    },
  ] as const;
  it.each(FINAL)('fails at once for $name, and nothing is charged', async ({ members, code }) => {
    await using bench = await openSynthesisBench({ credits: '10' });
    const { answer } = await submit(bench, members);
    expect(answer.status).toBe('PROCESSING');
    await runSynthesisJob(bench.ports, ID, going());
    const { record, audioLink } = await getSynthesis(bench.ports, ID, bench.app);
    expect([record.status, record.failure?.code, audioLink]).toEqual(['FAILED', code, undefined]);
    expect(await bench.balance()).toBe('10');
    expect(await bench.records.deliveries.list({ limit: 9 })).toMatchObject([
      { deliveryId: `msg_${ID}_failure`, body: { status: 'FAILURE', error_code: 'BAD_REQUEST' } },
    ]);
    expect(await bench.objects()).toEqual([]);
  });

  const LEGACY = [
    {
      name: 'pcm',
      members: FINAL[0].members,
      says: 'audio_type "pcm" is not available here; use mp3 or wav.',
    },
    { name: 'an unspeakable text', members: FINAL[1].members, says: /^input_text has nothing that voice / },
  ] as const;
  it.each(LEGACY)('reports $name in the words of a legacy body', async ({ members, says }) => {
    await using bench = await openSynthesisBench();
    await submitSynthesis(bench.ports, batchInput(members), bench.app, { kind: 'legacy' });
    await runSynthesisJob(bench.ports, ID, going());
    const message = typeof says === 'string' ? says : expect.stringMatching(says);
    expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', failure: { message } });
    expect(await bench.records.deliveries.list({ limit: 9 })).toMatchObject([
      { body: { status: 'FAILURE', error_message: message } },
    ]);
  });

  it('fails at once when its voice is gone', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await bench.records.syntheses.update(ID, { voiceCode: 'gone' });
    await runSynthesisJob(bench.ports, ID, going());
    expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', failure: { code: 'VOICE_NOT_FOUND' } });
  });

  it.each(['ENGINE_FAILED', 'ENGINE_CRASHED', 'ENGINE_TIMEOUT', 'ENGINE_UNAVAILABLE', 'INTERNAL'] as const)(
    'is started again after %s, and fails for good the third time',
    async (code: SpeechErrorCode) => {
      await using bench = await openSynthesisBench({
        credits: '10',
        script: { failures: { 0: code, 1: code, 2: code } },
      });
      await submit(bench);
      for (const starts of [1, 2]) {
        await expect(runSynthesisJob(bench.ports, ID, going(starts))).rejects.toMatchObject({ code });
        expect(await recordOf(bench)).toMatchObject({ status: 'PROCESSING', failedAttempts: starts });
      }
      await runSynthesisJob(bench.ports, ID, going(3));
      expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', failure: { code } });
      expect([await bench.balance(), bench.jobs.length]).toEqual(['10', 2]);
    },
  );

  it('succeeds when the engine fails once in its middle', async () => {
    await using bench = await openSynthesisBench({
      credits: '1000',
      script: { failures: { 6: 'ENGINE_CRASHED' } },
    });
    await submit(bench, { text: longText(8) });
    await expect(runSynthesisJob(bench.ports, ID, going())).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await runSynthesisJob(bench.ports, ID, going(2));
    expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', failedAttempts: 1 });
    expect(await bench.ledger()).toHaveLength(1);
  });

  it.each(['STORAGE_FULL', 'STORAGE_FAILED', 'STORAGE_NOT_WRITABLE'] as const)(
    'continues when %s is over, however often it happened',
    async (code) => {
      await using bench = await openSynthesisBench({ credits: '10' });
      await submit(bench);
      const down = portsWithAudio(bench, {
        create: async () => {
          throw new SpeechError(code, 'No room.');
        },
      });
      const often = 3 * MAX_JOB_STARTS;
      for (let starts = 1; starts <= often; starts += 1) {
        await expect(runSynthesisJob(down, ID, going(starts))).rejects.toMatchObject({ code });
      }
      expect(await recordOf(bench)).toMatchObject({ status: 'PROCESSING', failedAttempts: 0 });
      await runSynthesisJob(bench.ports, ID, going(often + 1));
      expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED' });
      expect(await bench.objects()).toEqual([`results/${ID}.mp3`]);
    },
  );

  it('continues when the database comes back, and repeats what was lost', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    const records = overriding(bench.records, {
      transact: async () => {
        throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
      },
    });
    const down = runSynthesisJob({ ...bench.ports, records }, ID, going());
    await expect(down).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await runSynthesisJob(bench.ports, ID, going(2));
    expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', failedAttempts: 0 });
  });

  it('fails for good if it crashed its process too often, but not while it makes progress', async () => {
    await using bench = await openSynthesisBench({ credits: '10' });
    await submit(bench);
    await bench.records.syntheses.update(ID, { forgivenStarts: 5 });
    await runSynthesisJob(bench.ports, ID, going(5 + MAX_JOB_STARTS + 1));
    expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', failure: { code: 'ENGINE_CRASHED' } });
    expect([await bench.balance(), bench.engine.calls]).toEqual(['10', []]);
  });

  it('that fails for good keeps no result of an earlier start, which could not end it', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await write(bench.ports.audio, `results/${ID}.mp3`, new Uint8Array());
    await runSynthesisJob(bench.ports, ID, going(MAX_JOB_STARTS + 1));
    expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', audio: null });
    expect(await bench.objects()).toEqual([]);
  });

  it('does not count the starts up to each checkpoint', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench, { text: longText(5) });
    await runSynthesisJob(bench.ports, ID, going(7));
    expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', forgivenStarts: 7 });
  });

  it('writes nothing more when it is handed over', async () => {
    await using bench = await openSynthesisBench({ script: { gate: () => gate.promise } });
    const gate = deferred();
    await submit(bench);
    const before = await recordOf(bench);
    const stop = new AbortController();
    const run = runSynthesisJob(bench.ports, ID, going(1, stop.signal));
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await recordOf(bench)).toEqual({ ...before, startedAt: expect.any(String) });
    expect(await bench.objects()).toEqual([]);
  });

  it('does nothing for a request that has ended, except removing what it left', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await runSynthesisJob(bench.ports, ID, going());
    const [record, calls] = [await recordOf(bench), bench.engine.calls.length];
    await write(bench.ports.audio, `work/${ID}/00000000`, new Uint8Array());
    await runSynthesisJob(bench.ports, ID, going(2));
    await runSynthesisJob(bench.ports, 'unknown', going());
    expect([await recordOf(bench), bench.engine.calls.length]).toEqual([record, calls]);
    expect(await bench.objects()).toEqual([`results/${ID}.mp3`]);
  });
});
