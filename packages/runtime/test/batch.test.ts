import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '@parlance/audio';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { systemClock } from '@parlance/core/platform';
import type { Egress, WebhookMessage } from '@parlance/core/requests';
import { batchSynthesisInput } from '@parlance/core/synthesis';
import {
  createMemoryJobQueue,
  createMemoryRecordStore,
  createSpool,
  openFolderAudioStore,
} from '@parlance/storage';
import { deferred, fakePlugin, fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { speechWithFakes, VOICE_CODES } from './speech-with-fakes.ts';

const HOOK = 'https://receiver.example/hook';
const RATE_HZ = 16_000;
const inputOf = (members: object = {}) =>
  parseInput(batchSynthesisInput, { text: 'Hello there.', voiceCode: 'six', webhookUrl: HOOK, ...members });

/** Accepts every request and records it. */
function openEgress(members: Partial<Egress> = {}) {
  const first = deferred<WebhookMessage>();
  const egress: Egress = {
    check: async () => undefined,
    async deliver(message) {
      first.resolve(message);
      return { durationMs: 1, status: 200, retryAfterMs: null, problem: null };
    },
    // biome-ignore lint/correctness/useYield: it fails before its first chunk
    async *fetchRecording() {
      throw new SpeechError('AUDIO_FETCH_FAILED', 'There is no recording.');
    },
    close: async () => undefined,
    ...members,
  };
  return { egress, delivered: first.promise };
}

let folder: string;
const usualFolder = process.env.TMPDIR;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-test-'));
  process.env.TMPDIR = folder;
});
afterEach(async () => {
  if (usualFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualFolder;
  await rm(folder, { recursive: true });
});

describe('batch synthesis in one process', () => {
  it('is completed without a storage, reports its progress and sends its webhook with a link', async () => {
    const { egress, delivered } = openEgress();
    const publicUrl = deferred<string>();
    const { speech } = await speechWithFakes({
      speech: { egress, publicUrl: publicUrl.promise },
    });
    const { app } = await speech.service.createApp({ name: 'app' });
    const told: number[] = [];
    speech.on('synthesis-progress', ({ doneCharacters }) => told.push(doneCharacters));
    // Long enough that a part of it is stored before the end, however fast it is synthesized.
    const text = Array.from(
      { length: 40 },
      (_, index) => `This is sentence ${index}, which lasts five seconds or so.`,
    );
    const { answer } = await speech.service.submitSynthesis(inputOf({ text: text.join(' ') }), app);
    expect(answer.status).toBe('PROCESSING');
    publicUrl.resolve('https://speech.example');
    const { record, audioLink = '' } = await speech.service.awaitSynthesis(answer.requestId, app);
    expect(record).toMatchObject({ status: 'COMPLETED', doneCharacters: answer.characters });
    expect(told.length).toBeGreaterThan(0);
    const body = JSON.parse((await delivered).body);
    expect(body).toMatchObject({ request_id: answer.requestId, status: 'SUCCESS' });
    expect(body.audio_link).toMatch(/^https:\/\/speech\.example\/v1\/audio\//);
    const url = new URL(audioLink);
    const { audio, contentType } = await speech.service.openAudio({
      fileName: url.pathname.split('/').at(-1) ?? '',
      expires: url.searchParams.get('expires') ?? undefined,
      signature: url.searchParams.get('signature') ?? undefined,
    });
    expect(contentType).toBe('audio/mpeg');
    expect(Buffer.concat(await Array.fromAsync(audio.read()))).toHaveLength(record.audio?.bytes ?? 0);
    expect(await readdir(folder)).toHaveLength(1);
    await speech.close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('creates no folder for callers without batch requests', async () => {
    const { speech } = await speechWithFakes();
    await speech.speak('Hello.').file();
    await speech.service.readiness();
    expect(await readdir(folder)).toEqual([]);
    await speech.close();
  });

  it('is left to another process if this one is not a worker', async () => {
    const queue = createMemoryJobQueue({ clock: systemClock });
    const storage = {
      records: createMemoryRecordStore(queue.outbox),
      queue,
      audio: await openFolderAudioStore(join(folder, 'audio')),
      spool: await createSpool(join(folder, 'uploads')),
      close: async () => undefined,
    };
    const { egress } = openEgress();
    const api = await speechWithFakes({ speech: { storage, egress, roles: ['api'] } });
    const { app } = await api.speech.service.createApp({ name: 'app' });
    const { answer } = await api.speech.service.submitSynthesis(inputOf(), app);
    expect(await queue.depth('synthesis')).toBe(1);
    const worker = await speechWithFakes({ speech: { storage, egress, roles: ['worker'] } });
    const { record } = await api.speech.service.awaitSynthesis(answer.requestId, app);
    expect(record.status).toBe('COMPLETED');
    expect([api.speaker.calls.length, worker.speaker.calls.length]).toEqual([0, 1]);
    await Promise.all([api.speech.close(), worker.speech.close()]);
  });

  it('stops jobs when it closes, and accepts no more', async () => {
    const begun = deferred();
    const { egress } = openEgress();
    const { speech } = await speechWithFakes({
      speech: { egress },
      synthesis: {
        script: {
          gate() {
            begun.resolve();
            return new Promise<void>(() => undefined);
          },
        },
      },
    });
    const { app } = await speech.service.createApp({ name: 'app' });
    const { answer } = await speech.service.submitSynthesis(inputOf(), app);
    await begun.promise;
    await speech.close();
    expect((await speech.service.getSynthesis(answer.requestId, app)).record).toMatchObject({
      status: 'PROCESSING',
      failedAttempts: 0,
    });
    await expect(speech.service.submitSynthesis(inputOf(), app)).rejects.toMatchObject({
      code: 'SHUTTING_DOWN',
    });
  });
});

describe('batch transcription in one process', () => {
  it('is refused at once, like live recognition, if no plugin recognizes speech', async () => {
    const voices = VOICE_CODES.map((code) => fakeVoice({ code }));
    const synthesis = [fakeSynthesisEngine({ voices })];
    const { speech } = await speechWithFakes({
      speech: { plugins: [fakePlugin({ synthesis })] },
    });
    const { app } = await speech.service.createApp({ name: 'app' });
    const unavailable = {
      code: 'ENGINE_UNAVAILABLE',
      message: expect.stringContaining('No plugin of this service recognizes'),
    };
    const { service } = speech;
    await expect(service.transcribeShortBytes(new Uint8Array(), app)).rejects.toMatchObject(unavailable);
    for (const recording of [
      { bytes: ReadableStream.from<Uint8Array>([]) },
      { url: 'https://a.example/b.wav' },
    ])
      await expect(service.submitTranscription(recording, app)).rejects.toMatchObject(unavailable);
    await speech.close();
  });

  it("does not wait for another app's recordings at an address that does not answer", async () => {
    const asked: string[] = [];
    const { egress, delivered } = openEgress({
      async *fetchRecording(url, { signal }) {
        asked.push(url);
        await new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(SpeechError.aborted(signal)));
        });
      },
    });
    const { speech } = await speechWithFakes({ speech: { egress } });
    const { app: slow } = await speech.service.createApp({ name: 'slow' });
    const { app: other } = await speech.service.createApp({ name: 'other' });
    for (let index = 0; index < 10; index++) {
      const url = `https://slow.example/${index}.wav`;
      await speech.service.submitTranscription({ url }, slow);
    }
    const seconds = 1;
    const dataBytes = seconds * RATE_HZ * 2;
    const wav = Buffer.concat([wavHeader({ sampleRateHz: RATE_HZ, dataBytes }), Buffer.alloc(dataBytes)]);
    const { answer } = await speech.service.submitTranscription(
      { bytes: ReadableStream.from([wav]) },
      other,
      { webhookUrl: HOOK },
    );
    expect(JSON.parse((await delivered).body)).toMatchObject({ transcriptId: answer.transcriptId });
    expect(asked.toSorted()).toEqual(['https://slow.example/0.wav', 'https://slow.example/1.wav']);
    await speech.close();
  });
});
