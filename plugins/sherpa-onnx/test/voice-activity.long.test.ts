import type { SynthesisEngine, VoiceActivityDetector } from '@parlance/core/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childPids, residentBytes } from './child-processes.ts';
import { hasModels } from './installed-models.ts';
import { openDetector, openDetectorInChild, openSynthesis, speak } from './open-engines.ts';
import { toRecognitionRate } from './speech-clips.ts';

const RATE_HZ = 16_000;

describe.skipIf(!hasModels)('Silero', () => {
  let detector: VoiceActivityDetector;
  let synthesis: SynthesisEngine;
  let speech: Float32Array;
  beforeAll(async () => {
    [detector, synthesis] = await Promise.all([openDetector(), openSynthesis()]);
    const spoken = await speak(synthesis, { text: 'This is somebody who speaks.' });
    const atRate = await toRecognitionRate(spoken, 22_050);
    // Half a second of silence, the sentence, and a second of silence, in whole frames.
    speech = new Float32Array(Math.ceil((atRate.length + 1.5 * RATE_HZ) / 512) * 512);
    speech.set(atRate, RATE_HZ / 2);
  });
  afterAll(() => Promise.all([detector.close(), synthesis.close()]));

  it('finds the sentence between the silences, window by window', async () => {
    const stream = await detector.open();
    const frames = await stream.detect(speech);
    await stream.close();
    expect(frames.length).toBe(speech.length / detector.frameSamples);
    const voiced = [...frames].flatMap((probability, index) => (probability === 1 ? [index] : []));
    const [first = 0, last = 0] = [voiced[0], voiced.at(-1)];
    expect((first * 512) / RATE_HZ).toBeGreaterThan(0.4);
    expect((first * 512) / RATE_HZ).toBeLessThan(0.8);
    expect((last * 512) / RATE_HZ).toBeLessThan(speech.length / RATE_HZ - 0.7);
    expect(voiced.length).toBeGreaterThan(20);
  });

  it('decides the same however the audio is cut into calls, and after a reset', async () => {
    const stream = await detector.open();
    const whole = await stream.detect(speech);
    await stream.reset();
    const parts: number[] = [];
    for (let start = 0; start < speech.length; start += 512 * 7)
      parts.push(...(await stream.detect(speech.slice(start, start + 512 * 7))));
    await stream.close();
    expect(parts).toEqual([...whole]);
  });

  it('keeps streams apart', async () => {
    const [one, other] = await Promise.all([detector.open(), detector.open()]);
    const alone = await one.detect(speech);
    await one.reset();
    const mixed: number[] = [];
    for (let start = 0; start < speech.length; start += 5120) {
      mixed.push(...(await one.detect(speech.slice(start, start + 5120))));
      await other.detect(new Float32Array(5120).fill(0.3));
    }
    await Promise.all([one.close(), other.close()]);
    expect(mixed).toEqual([...alone]);
  });

  it('keeps nothing of a stream that is given up, even if its end is reported before its frames', async () => {
    const streams = await Promise.all([detector.open(), detector.open(), detector.open()]);
    expect(await detector.openStreamCount?.()).toBe(0);
    const detecting = streams.map((stream) => stream.detect(speech));
    await Promise.allSettled(streams.map((stream) => stream.close()));
    await Promise.allSettled(detecting);
    await expect.poll(() => detector.openStreamCount?.()).toBe(0);
  });

  it('starts no process: its worker is a thread of this one', async () => {
    const before = childPids();
    const own = await openDetector();
    await own.warm();
    expect(childPids()).toEqual(before);
    await own.close();
  });

  it('refuses an incomplete window', async () => {
    const stream = await detector.open();
    await expect(stream.detect(new Float32Array(500))).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    await stream.close();
    await expect(stream.detect(new Float32Array(512))).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });

  it.skipIf(process.platform !== 'linux')(
    'keeps its memory flat over half an hour of audio, unbroken speech included',
    async () => {
      const before = childPids();
      const own = await openDetectorInChild();
      await own.warm();
      const [pid] = childPids().filter((candidate) => !before.includes(candidate));
      const stream = await own.open();
      // The middle of the sentence again and again: speech that never ends.
      const unbroken = speech.slice(512 * 25, 512 * 50);
      const hear = async (minutes: number) => {
        for (
          let samples = 0;
          samples < minutes * 60 * RATE_HZ;
          samples += speech.length + 8 * unbroken.length
        ) {
          await stream.detect(speech);
          for (let turn = 0; turn < 8; turn += 1) await stream.detect(unbroken);
        }
      };
      await hear(5);
      const early = residentBytes(pid ?? 0);
      await hear(25);
      const late = residentBytes(pid ?? 0);
      await own.close();
      expect(early).toBeGreaterThan(0);
      // The samples of these 25 minutes are 96 MB; what a collector leaves lying for a while are 10 to 35.
      expect(late - early).toBeLessThan(50e6);
    },
    180_000,
  );
});
