import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Speech } from '../src/index.ts';
import { speechWithFakes } from './speech-with-fakes.ts';

const pathOf = (format: string): string =>
  fileURLToPath(new URL(`../../../fixtures/recordings/train.${format}`, import.meta.url));
const bytesOf = (format: string): Uint8Array => new Uint8Array(readFileSync(pathOf(format)));

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

describe('recordings in other formats than WAV', () => {
  let speech: Speech;
  afterEach(() => speech.close());

  const open = async (settings: { readonly recordingFormats?: 'any' } = {}) => {
    ({ speech } = await speechWithFakes({ speech: settings }));
    const { app } = await speech.service.createApp({ name: 'app' });
    return app;
  };

  it('are read in-process and as a whole for OpenAI’s endpoint, whatever the setting', async () => {
    const app = await open();
    const seconds = expect.closeTo(1.4, 1);
    expect(await speech.transcribe(pathOf('mp3'))).toMatchObject({ durationSeconds: seconds });
    expect(await speech.transcribe(bytesOf('ogg'))).toMatchObject({ durationSeconds: seconds });
    const heard = await speech.service.transcribeRecording(inOnePiece(bytesOf('opus')), app);
    expect(heard).toMatchObject({ durationSeconds: seconds });
  });

  it.each(['mp3', 'ogg'])('keep their channels if they are requested: %s', async (format) => {
    await open({ recordingFormats: 'any' });
    const path = fileURLToPath(new URL(`../../../fixtures/recordings/two-tones.${format}`, import.meta.url));
    const { utterances } = await speech.transcribe(path, { channels: 'separate' });
    expect(utterances.map(({ channel }) => channel)).toEqual([0, 1]);
    expect((await speech.transcribe(path)).utterances.map(({ channel }) => channel)).toEqual([undefined]);
  });

  it('are refused by `/v1/stt`, with the endpoint that accepts them', async () => {
    const app = await open();
    const refusal = {
      code: 'AUDIO_NOT_READABLE',
      message: expect.stringMatching(
        /^The recording is MP3;.*recordingFormats: "any".*\/v1\/audio\/transcriptions/,
      ),
    };
    await expect(speech.service.transcribeShortBytes(bytesOf('mp3'), app)).rejects.toMatchObject(refusal);
    const upload = { bytes: inOnePiece(bytesOf('mp3')) };
    await expect(speech.service.submitTranscription(upload, app)).rejects.toMatchObject(refusal);
  });

  it('are accepted by `/v1/stt` with `recordingFormats: "any"`, live and by a job', async () => {
    const app = await open({ recordingFormats: 'any' });
    const live = await speech.service.transcribeShortBytes(bytesOf('mp3'), app);
    expect(live.answer).toMatchObject({ status: 'COMPLETED', audioDurationSeconds: 2 });
    const job = await speech.service.submitTranscription({ bytes: inOnePiece(bytesOf('flac')) }, app);
    expect(job.answer).toMatchObject({ status: 'PENDING', audioDurationSeconds: 2 });
  });

  it('must be shorter than 10 seconds for a live answer, measured by their samples', async () => {
    const app = await open({ recordingFormats: 'any' });
    const eleven = Buffer.concat(Array.from({ length: 8 }, () => bytesOf('opus')));
    await expect(speech.service.transcribeShortBytes(new Uint8Array(eleven), app)).rejects.toMatchObject({
      code: 'AUDIO_TOO_LONG',
      message: 'audioContent lasts more than 10 seconds; mode "sync" takes less than 10. Use mode "async".',
    });
  });
});
