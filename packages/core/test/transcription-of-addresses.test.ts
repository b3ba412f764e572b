import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { MAX_JOB_ATTEMPTS } from '../src/requests/index.ts';
import { getTranscript, runTranscriptionJob, submitTranscription } from '../src/transcription/index.ts';
import { type Bench, openBench } from './support/bench.ts';
import { going, HOOK } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import { spooled, TALK } from './support/transcriptions.ts';

const TERMS = [{ term: 'Hallo', heardAs: ['hello'] }];

describe('a recording at an address', () => {
  const URL = 'https://files.example/talk.wav';
  const submit = (bench: Bench) =>
    submitTranscription(bench.ports, { url: URL }, bench.app, { webhookUrl: HOOK });

  it('is fetched by the job, which reserves its seconds then', async () => {
    await using bench = await openBench({ seconds: '4' });
    bench.egress.files.set(URL, TALK);
    const { answer } = await submit(bench);
    expect(answer).toMatchObject({ status: 'PENDING', audioDurationSeconds: 0 });
    expect(await bench.ledger()).toEqual([]);
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({
      status: 'COMPLETED',
      audioDurationSeconds: 4,
    });
    expect(await bench.ledger()).toEqual(['reserve -4']);
    expect([await bench.objects(), await spooled(bench)]).toEqual([[], []]);
  });

  it('is not fetched again by the next start', async () => {
    await using bench = await openBench({
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    bench.egress.files.set(URL, TALK);
    await submit(bench);
    await expect(runTranscriptionJob(bench.ports, 'id1', going())).rejects.toMatchObject({
      code: 'ENGINE_CRASHED',
    });
    bench.egress.files.clear();
    await runTranscriptionJob(bench.ports, 'id1', going(2));
    expect(bench.egress.fetches).toBe(1);
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
    expect(await bench.ledger()).toEqual(['reserve -4']);
  });

  it.each([
    [
      'all that was asked for',
      { words: true, channels: 'separate', language: 'de', vocabulary: TERMS } as const,
    ],
    ['nothing else', {}],
  ])('is kept by a start that fails with %s', async (_what, options) => {
    await using bench = await openBench({
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    bench.egress.files.set(URL, TALK);
    await submitTranscription(bench.ports, { url: URL }, bench.app, options);
    expect((await bench.records.transcriptions.get('id1'))?.source).toStrictEqual({
      kind: 'address',
      url: URL,
      ...options,
    });
    await expect(runTranscriptionJob(bench.ports, 'id1', going())).rejects.toBeInstanceOf(SpeechError);
    expect((await bench.records.transcriptions.get('id1'))?.source).toStrictEqual({
      kind: 'stored',
      objectName: 'recordings/id1.wav',
      ...options,
    });
  });

  it('is recognized with the language and the terms that were asked for', async () => {
    await using bench = await openBench();
    const wishes: unknown[] = [];
    const chooseRecognizer: typeof bench.ports.chooseRecognizer = (wish) => {
      wishes.push(wish);
      return bench.ports.chooseRecognizer(wish);
    };
    const ports = { ...bench.ports, chooseRecognizer };
    bench.egress.files.set(URL, TALK);
    const language = Promise.resolve('de');
    await submitTranscription(ports, { url: URL }, bench.app, { language, vocabulary: TERMS });
    await runTranscriptionJob(ports, 'id1', going());
    // Before the fields that may follow the file, with them, and by the job.
    expect(wishes).toEqual([undefined, { language: 'de' }, { language: 'de' }]);
    const { transcript } = await getTranscript(bench.records, 'id1', bench.app);
    expect(transcript).toBe('Hallo. World.');
  });

  it('is decoded with its channels only if they are recognized separately', async () => {
    await using bench = await openBench();
    bench.egress.files.set(URL, TALK);
    const { reader } = bench.ports;
    const kept: unknown[] = [];
    const openNoted: typeof reader.open = (source, options) => {
      kept.push(options?.keepsChannels);
      return reader.open(source, options);
    };
    const ports = { ...bench.ports, reader: overriding(reader, { open: openNoted }) };
    for (const channels of ['separate', 'mixed', undefined] as const) {
      const { answer } = await submitTranscription(ports, { url: URL }, bench.app, { channels });
      await runTranscriptionJob(ports, answer.transcriptId, going());
    }
    expect(kept).toEqual([true, false, false]);
  });

  it('fails without a charge when it is longer than the app has seconds', async () => {
    await using bench = await openBench({ seconds: '3' });
    bench.egress.files.set(URL, TALK);
    await submit(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    const record = await getTranscript(bench.records, 'id1', bench.app);
    expect(record.status).toBe('FAILED');
    expect(record.errorMessage).toContain('3 left');
    expect([await bench.ledger(), await bench.balance(), await bench.objects()]).toEqual([[], '3', []]);
  });

  it.each([
    ['can not be read', new Uint8Array(100), 'AUDIO_NOT_READABLE', expect.any(String)],
    [
      'is too large',
      new SpeechError('AUDIO_TOO_LARGE', 'The recording is too large.'),
      'AUDIO_TOO_LARGE',
      'audioUrl must be smaller than 100 MB (100000000 bytes).',
    ],
  ])('fails at once when it %s', async (_what, file, code, errorMessage) => {
    await using bench = await openBench();
    bench.egress.files.set(URL, file);
    await submit(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect((await bench.records.transcriptions.get('id1'))?.failure?.code).toBe(code);
    const delivery = await bench.records.deliveries.get('msg_id1_failure');
    expect(delivery?.body).toEqual({
      transcriptId: 'id1',
      status: 'FAILED',
      errorMessage,
      audioDuration: 0,
    });
    expect([await bench.objects(), await spooled(bench)]).toEqual([[], []]);
  });

  it('is requested three times before it fails', async () => {
    await using bench = await openBench();
    await submit(bench);
    const failing = () => runTranscriptionJob(bench.ports, 'id1', going());
    for (let attempt = 1; attempt < MAX_JOB_ATTEMPTS; attempt += 1) {
      await expect(failing()).rejects.toMatchObject({ code: 'AUDIO_FETCH_FAILED' });
      expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'PENDING' });
    }
    await failing();
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({
      status: 'FAILED',
      errorMessage: 'The recording was not found.',
    });
  });

  it('that cannot be stored leaves no file behind', async () => {
    await using bench = await openBench();
    bench.egress.files.set(URL, TALK);
    await submit(bench);
    const keep = () => Promise.reject(new SpeechError('STORAGE_FULL', 'The disk is full.'));
    const full = { ...bench.ports, audio: overriding(bench.ports.audio, { keep }) };
    await expect(runTranscriptionJob(full, 'id1', going())).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await spooled(bench)).toEqual([]);
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'PENDING',
      failedAttempts: 0,
    });
  });

  it('is refused at acceptance if the address is', async () => {
    await using bench = await openBench();
    const refused = submitTranscription(bench.ports, { url: 'https://refused.example' }, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'audioUrl' } });
    expect(bench.jobs).toEqual([]);
  });
});
