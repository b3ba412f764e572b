import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { jobLost, MAX_JOB_STARTS } from '../src/requests/index.ts';
import { getTranscript, runTranscriptionJob } from '../src/transcription/index.ts';
import { type Bench, openBench } from './support/bench.ts';
import { countedRecordings } from './support/counted-recordings.ts';
import { going } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import { upload } from './support/transcriptions.ts';
import { wav } from './support/wav.ts';

describe('a transcription job', () => {
  const crashing = {
    recognition: {
      script: {
        failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED', 2: 'ENGINE_TIMEOUT', 3: 'ENGINE_FAILED' },
      },
    },
  } as const;

  it('whose engine fails is started again, releases its seconds when it fails for good, and does not mention the engine', async () => {
    await using bench = await openBench({ ...crashing, seconds: '10' });
    const short = wav([0.5]);
    await upload(bench, short);
    for (const [starts, code] of [
      [1, 'ENGINE_CRASHED'],
      [2, 'ENGINE_TIMEOUT'],
    ] as const)
      await expect(runTranscriptionJob(bench.ports, 'id1', going(starts))).rejects.toMatchObject({ code });
    expect(await bench.balance()).toBe('9');
    await runTranscriptionJob(bench.ports, 'id1', going(3));
    const record = await getTranscript(bench.records, 'id1', bench.app);
    expect(record).toMatchObject({ status: 'FAILED', transcript: '', audioDurationSeconds: 1 });
    expect(record.errorMessage).not.toContain('segment');
    expect(await bench.ledger()).toEqual(['reserve -1', 'release 1']);
    expect(await bench.balance()).toBe('10');
    expect(await bench.objects()).toEqual([]);
    expect(await bench.records.deliveries.get('msg_id1_failure')).toBeDefined();
  });

  it('is reported as started when it was started first', async () => {
    await using bench = await openBench(crashing);
    await upload(bench, wav([0.5]));
    const startedAt = new Date(bench.clock.now()).toISOString();
    for (const [starts, code] of [
      [1, 'ENGINE_CRASHED'],
      [2, 'ENGINE_TIMEOUT'],
    ] as const) {
      await expect(runTranscriptionJob(bench.ports, 'id1', going(starts))).rejects.toMatchObject({ code });
      expect(await bench.records.transcriptions.get('id1')).toMatchObject({ startedAt });
      bench.clock.advance(60_000);
    }
  });

  it('is started again for as long as the disk fails, which does not count', async () => {
    await using bench = await openBench();
    await upload(bench);
    let isDown = true;
    const { audio } = bench.ports;
    const local: typeof audio.local = async (name) => {
      if (isDown) throw new SpeechError('STORAGE_FAILED', 'The bucket does not answer.');
      return audio.local(name);
    };
    const flaky = { ...bench.ports, audio: overriding(audio, { local }) };
    for (let starts = 1; starts <= MAX_JOB_STARTS + 5; starts += 1)
      await expect(runTranscriptionJob(flaky, 'id1', going(starts))).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
      });
    isDown = false;
    await runTranscriptionJob(flaky, 'id1', going(MAX_JOB_STARTS + 6));
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'COMPLETED',
      failedAttempts: 0,
    });
  });

  it('that was started too often and never ended fails, and costs nothing', async () => {
    await using bench = await openBench({ seconds: '10' });
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going(MAX_JOB_STARTS + 1));
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'FAILED',
      failure: { code: 'ENGINE_CRASHED' },
    });
    expect(bench.recognizer.calls).toEqual([]);
    expect([await bench.balance(), await bench.objects()]).toEqual(['10', []]);
  });

  it('is returned as PENDING when its worker stops, and ends when it is started again', async () => {
    const stop = new AbortController();
    await using bench = await openBench({
      recognition: {
        script: { texts: ['Hello.'], gate: () => (stop.signal.aborted ? undefined : abortAndWait()) },
      },
    });
    const abortAndWait = (): Promise<void> => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await upload(bench);
    const stopped = runTranscriptionJob(bench.ports, 'id1', { starts: 1, signal: stop.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'PENDING',
      failedAttempts: 0,
    });
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['while it is recognized', true],
    ['after it was recognized', false],
  ])('stays PROCESSING when another worker gets it %s', async (_when, isEarly) => {
    const lost = new AbortController();
    const gate = (): Promise<void> | undefined => {
      if (!isEarly) return undefined;
      lost.abort(jobLost());
      return new Promise(() => undefined);
    };
    await using bench = await openBench({ recognition: { script: { texts: ['Hello.'], gate } } });
    await upload(bench);
    const { reader } = bench.ports;
    const openUntilLost: typeof reader.open = async (...args) => {
      const recording = await reader.open(...args);
      const close = async (): Promise<void> => {
        lost.abort(jobLost());
        await recording.close();
      };
      return overriding(recording, { close });
    };
    const ports = { ...bench.ports, reader: overriding(reader, { open: openUntilLost }) };
    const aborted = runTranscriptionJob(ports, 'id1', { starts: 1, signal: lost.signal });
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await bench.records.transcriptions.get('id1'))?.status).toBe('PROCESSING');
  });

  it('that two workers have at once ends once', async () => {
    await using bench = await openBench({ seconds: '10' });
    await upload(bench);
    await Promise.all([1, 2].map((starts) => runTranscriptionJob(bench.ports, 'id1', going(starts))));
    expect(await bench.ledger()).toEqual(['reserve -4']);
    expect(bench.jobs.filter(({ kind }) => kind === 'webhook-delivery')).toHaveLength(1);
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
  });

  it('that another worker has returned meanwhile ends anyway', async () => {
    const handBack = () => bench.records.transcriptions.update('id1', { status: 'PENDING' });
    await using bench: Bench = await openBench({
      recognition: { script: { gate: async () => void (await handBack()) } },
    });
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
  });

  it('that fails after another worker has ended it is left as it is', async () => {
    const end = () =>
      bench.records.transcriptions.update('id1', { status: 'COMPLETED', transcript: 'Hello.' });
    await using bench: Bench = await openBench({
      recognition: {
        script: {
          gate: async () => void (await end()),
          failures: { 0: 'ENGINE_FAILED', 1: 'ENGINE_FAILED' },
        },
      },
    });
    await upload(bench, wav([0.5]));
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'COMPLETED',
      transcript: 'Hello.',
      failure: null,
    });
  });

  it.each([
    ['succeeds', {}],
    ['fails', { failures: { 0: 'ENGINE_FAILED', 1: 'ENGINE_FAILED' } }],
  ] as const)('that %s leaves no file open', async (_how, script) => {
    await using bench = await openBench({ recognition: { script: { texts: ['Hello.'], ...script } } });
    await upload(bench);
    const { audio } = bench.ports;
    const counted = countedRecordings(bench.ports.reader);
    let copies = 0;
    const local: typeof audio.local = async (name) => {
      const copy = await audio.local(name);
      copies += 1;
      return (
        copy && {
          path: copy.path,
          [Symbol.asyncDispose]: async () => {
            copies -= 1;
            await copy[Symbol.asyncDispose]();
          },
        }
      );
    };
    const ports = { ...bench.ports, reader: counted.reader, audio: overriding(audio, { local }) };
    await runTranscriptionJob(ports, 'id1', going()).catch(() => undefined);
    expect([counted.openCount, copies]).toEqual([0, 0]);
  });

  it('whose recording is missing fails', async () => {
    await using bench = await openBench({ seconds: '10' });
    await upload(bench);
    await bench.ports.audio.remove('recordings/id1.wav');
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'FAILED',
      failure: { code: 'NOT_FOUND' },
    });
    expect(await bench.balance()).toBe('10');
  });

  it('of a record that has ended or was deleted does nothing', async () => {
    await using bench = await openBench();
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    const before = await bench.records.transcriptions.get('id1');
    await runTranscriptionJob(bench.ports, 'id1', going(2));
    await runTranscriptionJob(bench.ports, 'unknown', going());
    expect(await bench.records.transcriptions.get('id1')).toEqual(before);
    expect(bench.recognizer.calls).toHaveLength(2);
  });
});
