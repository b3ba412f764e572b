import { SpeechError } from '@parlance/core';
import { expect, it, vi } from 'vitest';
import { createWarmth } from './warmth.ts';

function parts() {
  const [codec, voice, recognizer] = [vi.fn(async () => {}), vi.fn(async () => {}), vi.fn(async () => {})];
  const warmth = createWarmth({
    synthesis: [{ warm: codec }, { warm: voice }],
    recognition: [{ warm: codec }, { warm: recognizer }],
  });
  return { warmth, voice, recognizer };
}

it('warms one part and leaves the other cold', async () => {
  const { warmth, voice, recognizer } = parts();
  await warmth.warm('recognition');
  expect(recognizer).toHaveBeenCalledOnce();
  expect(voice).not.toHaveBeenCalled();
  expect(warmth.problems()).toEqual(['The models are not loaded yet.']);
});

it('warms both, each once', async () => {
  const { warmth, voice, recognizer } = parts();
  await Promise.all([warmth.warm(), warmth.warm('synthesis'), warmth.warm()]);
  expect(voice).toHaveBeenCalledOnce();
  expect(recognizer).toHaveBeenCalledOnce();
  expect(warmth.problems()).toEqual([]);
});

it('tells why a part is not warm, and tries it again', async () => {
  const { warmth, voice, recognizer } = parts();
  voice.mockRejectedValueOnce(new SpeechError('MODEL_DOWNLOAD_FAILED', 'There is no network.'));
  await expect(warmth.warm()).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
  expect(warmth.problems()).toEqual(['There is no network.']);
  await warmth.warm();
  expect(warmth.problems()).toEqual([]);
  expect([voice, recognizer].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});
