import { createSpeech, type Speech } from '@parlance/runtime';
import { normalizedWords, rmsDb } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from './real-speech.ts';

let speech: Speech;
beforeAll(async () => {
  speech = await createSpeech();
});
afterAll(() => speech.close());

const RATE_HZ = 16_000;

/** With Flite's voice, which says the same words alike. */
async function spoken(body: string, voiceCode = 'slt') {
  const audio = speech.speak(`<speak>${body}</speak>`, { textType: 'ssml', voiceCode, outputFormat: 'pcm' });
  const bytes = await audio.file();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = Float32Array.from(
    { length: bytes.byteLength / 2 },
    (_, index) => view.getInt16(index * 2, true) / 32_768,
  );
  return { samples, marks: audio.marks, seconds: samples.length / RATE_HZ };
}

describe('SSML with a real voice', () => {
  it('pauses for exactly as long as it is told', async () => {
    const [short, long] = [
      await spoken('Hello there. <break time="200ms"/> How are you?'),
      await spoken('Hello there. <break time="1700ms"/> How are you?'),
    ];
    expect(long.samples.length - short.samples.length).toBe(1.5 * RATE_HZ);
  });

  it('speaks faster and slower, louder and softer by what it is told', async () => {
    const text = 'The quick brown fox jumps over the lazy dog.';
    const plain = await spoken(text);
    const slow = await spoken(`<prosody rate="50%">${text}</prosody>`);
    expect(slow.seconds / plain.seconds).toBeGreaterThan(1.8);
    expect(slow.seconds / plain.seconds).toBeLessThan(2.2);
    const soft = await spoken(`<prosody volume="-9dB">${text}</prosody>`);
    expect(rmsDb(soft.samples) - rmsDb(plain.samples)).toBeCloseTo(-9, 0);
  });

  it('says where a mark is', async () => {
    const { marks, samples } = await spoken('Hello there. <break time="1s"/><mark name="how"/> How are you?');
    const at = Math.round((marks[0]?.seconds ?? 0) * RATE_HZ);
    const level = (from: number, to: number) => rmsDb(samples.subarray(from, to));
    expect(level(at - 0.5 * RATE_HZ, at)).toBeLessThan(-80);
    expect(level(at, at + 0.2 * RATE_HZ)).toBeGreaterThan(-40);
  });

  it.runIf(hasModels)('is heard as it is meant, whatever is marked up', async () => {
    const { samples } = await spoken(
      'Please <emphasis>open</emphasis> the <sub alias="front door">FD</sub>. <voice name="rms">It is <say-as interpret-as="ordinal">3</say-as> in line.</voice> ' +
        '<prosody rate="90%">Then <voice name="joe">walk to the garden.</voice></prosody>',
    );
    const { transcript } = await speech.transcribe({ samples, sampleRateHz: RATE_HZ });
    const words = normalizedWords(transcript);
    const meant = normalizedWords(
      'Please open the front door. It is third in line. Then walk to the garden.',
    );
    // One word may be misheard: these are synthetic voices, and a recognizer of its own mind.
    expect(meant.filter((word) => !words.includes(word)).length, transcript).toBeLessThanOrEqual(1);
  });
});
