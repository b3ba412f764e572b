import { SpeechError } from '@parlance/core/errors';
import { expect, it, vi } from 'vitest';
import { createWarmth } from './warmth.ts';

function parts() {
  const [codec, voice, recognizer] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})];
  const [codecPart, listener] = [{ warm: codec }, { warm: recognizer }];
  const speakers = [{ warm: voice, problem: (): string | undefined => 'It is not loaded.' }];
  const warmth = createWarmth({
    shared: () => [codecPart],
    synthesis: () => speakers,
    recognition: () => [listener],
  });
  return { warmth, codec, voice, recognizer, speakers };
}

it('warms one part and leaves the other cold', async () => {
  const { warmth, voice, recognizer } = parts();
  await warmth.warm('recognition');
  expect(recognizer).toHaveBeenCalledOnce();
  expect(voice).not.toHaveBeenCalled();
  expect(warmth.problems()).toEqual(['The models are not loaded yet.']);
});

it('warms both, each once', async () => {
  const { warmth, codec, voice, recognizer } = parts();
  await Promise.all([warmth.warm(), warmth.warm('synthesis'), warmth.warm()]);
  for (const warmed of [codec, voice, recognizer]) expect(warmed).toHaveBeenCalledOnce();
  expect(warmth.problems()).toEqual([]);
});

it('reports why a part is not warm, and tries it again', async () => {
  const { warmth, voice } = parts();
  voice.mockRejectedValueOnce(new SpeechError('MODEL_DOWNLOAD_FAILED', 'There is no network.'));
  await expect(warmth.warm()).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
  expect(warmth.problems()).toEqual(['There is no network.']);
  await warmth.warm();
  expect(warmth.problems()).toEqual([]);
  expect(voice).toHaveBeenCalledTimes(2);
});

it('reports a failure rather than what is not loaded yet, and rejects another part by name', async () => {
  const { warmth, recognizer } = parts();
  recognizer.mockRejectedValueOnce(new SpeechError('MODEL_DOWNLOAD_FAILED', 'There is no network.'));
  await expect(warmth.warm('recognition')).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
  expect(warmth.problems()).toEqual(['There is no network.']);
  await expect(warmth.warm('voices' as never)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('synthesis, recognition'),
  });
});

it('forgets a failure when a call has loaded the engine, or another engine has replaced it', async () => {
  for (const heal of [
    (speakers: { problem: () => string | undefined }[]) => {
      for (const speaker of speakers) speaker.problem = () => undefined;
    },
    (speakers: unknown[]) => void speakers.pop(),
  ]) {
    const { warmth, voice, speakers } = parts();
    voice.mockRejectedValueOnce(new SpeechError('MODEL_DOWNLOAD_FAILED', 'There is no network.'));
    await expect(warmth.warm()).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
    expect(warmth.problems()).toEqual(['There is no network.']);
    heal(speakers);
    expect(warmth.problems()).toEqual([]);
  }
});

it('fetches the models of both parts without loading them', async () => {
  const { warmth, voice, recognizer, codec, speakers } = parts();
  const models = { ensure: vi.fn() };
  const fetch = vi.fn(async () => {});
  Object.assign(speakers[0] ?? {}, { fetch });
  await warmth.fetch(models);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(models);
  for (const warmed of [codec, voice, recognizer]) expect(warmed).not.toHaveBeenCalled();
  expect(warmth.problems()).toEqual([]);
});
