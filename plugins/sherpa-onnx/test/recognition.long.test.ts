import type { RecognitionEngine, SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { wordErrorRate } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from './installed-models.ts';
import { openRecognition, openSynthesis, speak } from './open-engines.ts';
import { clips, readClip, toRecognitionRate } from './speech-clips.ts';

const JOE_RATE_HZ = 22_050;
const SENTENCES = [
  'Hello world, this is a test of the system.',
  'The quick brown fox jumps over the lazy dog.',
  'Please send the report before Friday afternoon.',
  'Rain is expected in the north, with strong winds near the coast.',
];

describe.skipIf(!hasModels)('Moonshine', { timeout: 120_000 }, () => {
  let recognition: RecognitionEngine;
  let synthesis: SynthesisEngine;
  beforeAll(async () => {
    [recognition, synthesis] = await Promise.all([openRecognition(), openSynthesis()]);
    await Promise.all([recognition.warm(), synthesis.warm()]);
  });
  afterAll(() => Promise.all([recognition.close(), synthesis.close()]));

  async function errorsOf(speed: number) {
    let [errors, words] = [0, 0];
    for (const text of SENTENCES) {
      const spoken = await speak(synthesis, { text, speed });
      const heard = await recognition.recognize(await toRecognitionRate(spoken, JOE_RATE_HZ));
      const result = wordErrorRate(text, heard.text);
      errors += result.errors;
      words += result.words;
    }
    return errors / words;
  }

  it.each([
    [0.5, 0.2],
    [0.75, 0.1],
    [1, 0.1],
    [1.25, 0.1],
    [1.5, 0.15],
    [1.9, 0.25],
  ])('understands joe at speed %f with a word error rate of at most %f', async (speed, most) => {
    expect(await errorsOf(speed)).toBeLessThanOrEqual(most);
  });

  it.skipIf(clips.length === 0)('recognizes the human clips that it can take whole', async () => {
    let [errors, words] = [0, 0];
    // 24 kHz is no rate that the service accepts.
    for (const clip of clips.filter(
      ({ durationSec, sampleRate }) => durationSec < 9 && sampleRate !== 24_000,
    )) {
      const heard = await recognition.recognize(await readClip(clip));
      const result = wordErrorRate(clip.reference, heard.text);
      errors += result.errors;
      words += result.words;
    }
    expect(words).toBeGreaterThan(100);
    expect(errors / words).toBeLessThan(0.08);
  });

  it('accepts the longest segment and refuses one sample more, instead of an empty text', async () => {
    const { maxSegmentSamples } = recognition.capabilities;
    const spoken = await toRecognitionRate(await speak(synthesis, { text: SENTENCES[1] ?? '' }), JOE_RATE_HZ);
    const longest = new Float32Array(maxSegmentSamples);
    longest.set(spoken, maxSegmentSamples - spoken.length);
    expect((await recognition.recognize(longest)).text).toMatch(/lazy dog/i);
    await expect(recognition.recognize(new Float32Array(maxSegmentSamples + 1))).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
  });

  it.each([0, 1, 400, 16_000])('recognizes nothing in %i samples of silence', async (length) => {
    expect(await recognition.recognize(new Float32Array(length))).toEqual({ text: '', tokens: [] });
  });

  it('gives up an aborted segment, and accepts the next', async () => {
    const abort = new AbortController();
    const first = recognition.recognize(new Float32Array(140_000), { signal: abort.signal });
    const queued = recognition.recognize(new Float32Array(140_000), { signal: abort.signal });
    abort.abort();
    for (const aborted of [first, queued]) {
      await expect(aborted).rejects.toSatisfy(
        (error) => SpeechError.is(error) && error instanceof SpeechError && error.code === 'ABORTED',
      );
    }
    expect((await recognition.recognize(new Float32Array(1600))).text).toBe('');
  });
});
