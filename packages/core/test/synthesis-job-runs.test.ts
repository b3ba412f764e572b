import { evenAligner, fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import type { AudioStore } from '../src/storage/index.ts';
import { runSynthesisJob, submitSynthesis } from '../src/synthesis/index.ts';
import { endSynthesis } from '../src/synthesis/results/end-synthesis.ts';
import { going } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import {
  batchInput,
  ID,
  longText,
  openSynthesisBench,
  type SynthesisBench,
  VOICE,
  write,
} from './support/synthesis-bench.ts';
import { toldEngine } from './support/told-engine.ts';

const submit = (bench: SynthesisBench, members: Record<string, unknown> = {}, ports = bench.ports) =>
  submitSynthesis(ports, batchInput(members), bench.app);
const recordOf = (bench: SynthesisBench) => bench.records.syntheses.get(ID);
const failure = { code: 'ENGINE_FAILED', message: 'The other worker failed.' } as const;

/** Leaves an object of the request in the store, as another worker or an earlier start may. */
const leave = (audio: AudioStore, name: string): Promise<void> => write(audio, name, new Uint8Array(8));

describe('a start of a synthesis job', () => {
  it('is the first one that counts as its beginning', async () => {
    await using bench = await openSynthesisBench({ script: { failures: { 0: 'ENGINE_FAILED' } } });
    await submit(bench);
    await expect(runSynthesisJob(bench.ports, ID, going())).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    const startedAt = (await recordOf(bench))?.startedAt;
    expect(startedAt).toBe(new Date(bench.clock.now()).toISOString());
    bench.clock.advance(60_000);
    await runSynthesisJob(bench.ports, ID, going(2));
    expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', startedAt });
  });

  it('does nothing for the record of a live synthesis, which is no job', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await bench.records.syntheses.update(ID, { kind: 'live' });
    const before = await recordOf(bench);
    await runSynthesisJob(bench.ports, ID, going());
    expect([await recordOf(bench), bench.engine.calls]).toEqual([before, []]);
  });

  it('does nothing but tidy if the request ends right before it', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await leave(bench.ports.audio, `work/${ID}/00000000`);
    const syntheses = overriding(bench.records.syntheses, {
      async get(id) {
        const record = await bench.records.syntheses.get(id);
        await endSynthesis(bench.ports, ID, { audio: null, failure });
        return record;
      },
    });
    const records = overriding(bench.records, { syntheses });
    await runSynthesisJob({ ...bench.ports, records }, ID, going());
    expect([bench.engine.calls, await bench.objects()]).toEqual([[], []]);
    expect(await recordOf(bench)).toMatchObject({ failure, startedAt: null });
  });

  it('ends silently when another worker was faster', async () => {
    await using bench = await openSynthesisBench({ credits: '1000' });
    await submit(bench, { text: longText(10) });
    let progress = 0;
    const onProgress = (): void => {
      progress += 1;
      void endSynthesis(bench.ports, ID, { audio: null, failure });
    };
    await runSynthesisJob({ ...bench.ports, onProgress }, ID, going());
    expect(progress).toBe(1);
    expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', failure, audio: null });
    expect(await bench.balance()).toBe('1000');
  });

  it('ends no request that is not there', async () => {
    await using bench = await openSynthesisBench();
    expect(await endSynthesis(bench.ports, 'unknown', { audio: null, failure })).toBe(false);
  });

  it('releases its engines and its file, however it ends', async () => {
    const low = fakeVoice({ ...VOICE, code: 'low' });
    for (const fails of [false, true]) {
      await using bench = await openSynthesisBench({ voices: [VOICE, low] });
      let [held, holds, open] = [0, 0, 0];
      const engineOf: SynthesisBench['ports']['engineOf'] = ({ code }) => ({
        ...fakeSynthesisEngine({
          voices: bench.engine.voices,
          ...(fails && code === 'low' ? { script: { failures: { 0: 'VOICE_NOT_FOUND' } } } : {}),
        }),
        hold() {
          [held, holds] = [held + 1, holds + 1];
          return () => void held--;
        },
      });
      const audio = overriding<AudioStore>(bench.ports.audio, {
        async create(...call) {
          const sink = await bench.ports.audio.create(...call);
          open += 1;
          return overriding(sink, {
            async abort() {
              open -= 1;
              return sink.abort();
            },
          });
        },
      });
      const text = '<speak>One. <voice name="low">Two.</voice></speak>';
      await submit(bench, { text, textType: 'ssml' });
      await runSynthesisJob({ ...bench.ports, engineOf, audio }, ID, going());
      expect(await recordOf(bench)).toMatchObject({ status: fails ? 'FAILED' : 'COMPLETED' });
      expect([holds, held, open]).toEqual([2, 0, 0]);
    }
  });

  it('speaks the vocabulary and the SSML of its request', async () => {
    await using bench = await openSynthesisBench();
    const vocabulary = [{ term: 'Siobhan', saidAs: 'shivawn' }];
    const text = '<speak>Ask <emphasis level="strong">Siobhan</emphasis> for $5.</speak>';
    await submit(bench, { text, textType: 'ssml', vocabulary, speed: 1.5 });
    await runSynthesisJob(bench.ports, ID, going());
    expect(bench.engine.calls.map(({ input }) => [input.text, input.speed])).toEqual([
      ['Ask', 1.5],
      ['shivawn', 1.5 * 0.85],
      ['for five dollars.', 1.5],
    ]);
  });

  it('runs in the lane of batches, in the turn of its app', async () => {
    await using bench = await openSynthesisBench();
    const { engine, told } = toldEngine({ voices: [VOICE] });
    await submit(bench);
    await runSynthesisJob({ ...bench.ports, engineOf: () => engine }, ID, going());
    expect(told).toEqual([expect.objectContaining({ lane: 'batch', turn: bench.app.appId })]);
  });
});

describe('a start that fails', () => {
  it('says what to do where PCM was asked for', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench, { outputFormat: 'pcm' });
    await runSynthesisJob(bench.ports, ID, going());
    expect((await recordOf(bench))?.failure).toMatchObject({
      code: 'AUDIO_FORMAT_NOT_AVAILABLE',
      message: 'outputFormat "pcm" is not available in mode "async"; use mp3 or wav.',
    });
  });

  it.each(['mp3', 'wav'])(
    'for good removes all of a result in %s that could not be ended',
    async (outputFormat) => {
      await using bench = await openSynthesisBench();
      const ports = { ...bench.ports, alignerFor: () => evenAligner() };
      await submit(bench, { outputFormat, timings: 'word' }, ports);
      for (const extension of [outputFormat, 'json', 'vtt'])
        await leave(bench.ports.audio, `results/${ID}.${extension}`);
      await bench.records.syntheses.update(ID, { voiceCode: 'gone' });
      await runSynthesisJob(ports, ID, going());
      expect(await recordOf(bench)).toMatchObject({ status: 'FAILED', failure: { code: 'VOICE_NOT_FOUND' } });
      expect(await bench.objects()).toEqual([]);
    },
  );

  it('for good has ended even if the store cannot remove what is left', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    await bench.records.syntheses.update(ID, { voiceCode: 'gone' });
    const removed: string[] = [];
    const audio = overriding<AudioStore>(bench.ports.audio, {
      async remove(name) {
        removed.push(name);
        throw new SpeechError('STORAGE_FAILED', 'The disk is gone.');
      },
    });
    await runSynthesisJob({ ...bench.ports, audio }, ID, going());
    expect([removed, (await recordOf(bench))?.status]).toEqual([[`results/${ID}.mp3`], 'FAILED']);
  });

  /** Ports of a worker that fails when another has just ended the request. */
  function overtaken(bench: SynthesisBench, error: SpeechError): SynthesisBench['ports'] {
    const objectName = `results/${ID}.mp3`;
    const engineOf = () => ({
      ...bench.engine,
      // biome-ignore lint/correctness/useYield: it fails before its first audio.
      async *synthesize() {
        await leave(bench.ports.audio, objectName);
        await endSynthesis(bench.ports, ID, {
          audio: { objectName, bytes: 8, durationSeconds: 1 },
          failure: null,
        });
        throw error;
      },
    });
    return { ...bench.ports, engineOf };
  }

  it.each(['ENGINE_FAILED', 'VOICE_NOT_FOUND'] as const)(
    'with %s leaves what another worker has made meanwhile',
    async (code) => {
      await using bench = await openSynthesisBench();
      await submit(bench);
      const late = overtaken(bench, new SpeechError(code, 'Too late.'));
      await runSynthesisJob(late, ID, going());
      expect(await recordOf(bench)).toMatchObject({ status: 'COMPLETED', failedAttempts: 0 });
      expect(await bench.objects()).toEqual([`results/${ID}.mp3`]);
    },
  );

  it('for no fault of its own is started again, even if another worker has ended its request', async () => {
    await using bench = await openSynthesisBench();
    await submit(bench);
    const late = overtaken(bench, new SpeechError('STORAGE_FULL', 'No room.'));
    await expect(runSynthesisJob(late, ID, going())).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await runSynthesisJob(late, ID, going(2));
    expect(await bench.objects()).toEqual([`results/${ID}.mp3`]);
  });

  it('throws the error of the database in place of a failure that counts and cannot be noted', async () => {
    await using bench = await openSynthesisBench({ script: { failures: { 0: 'ENGINE_FAILED' } } });
    await submit(bench);
    let transactions = 0;
    const records = overriding(bench.records, {
      async transact(run) {
        transactions += 1;
        if (transactions % 2 === 1) return bench.records.transact(run);
        throw new SpeechError('STORAGE_NOT_WRITABLE', 'The database does not answer.');
      },
    });
    const audio = overriding<AudioStore>(bench.ports.audio, {
      create: async () => {
        throw new SpeechError('STORAGE_FULL', 'No room.');
      },
    });
    const full = runSynthesisJob({ ...bench.ports, records, audio }, ID, going());
    await expect(full).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    // It has begun now, so that the note of its failure is its only transaction.
    transactions = 1;
    const failing = runSynthesisJob({ ...bench.ports, records }, ID, going(2));
    await expect(failing).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    expect(await recordOf(bench)).toMatchObject({ status: 'PROCESSING', failedAttempts: 0 });
  });
});
