import { afterEach, expect, it, vi } from 'vitest';
import { createSpeaker, type Speaker } from './speaker.ts';

const RATE_HZ = 22_050;

function speak(speaker: Speaker, text: string, espeakVoice = 'en-us'): Int16Array {
  const chunks: Int16Array[] = [];
  const utterance = { text, espeakVoice, wordsPerMinute: 175, pitchRange: 50 };
  speaker.speak(utterance, (samples) => {
    chunks.push(samples);
    return true;
  });
  return Int16Array.from(chunks.flatMap((chunk) => [...chunk]));
}

afterEach(() => {
  vi.useRealTimers();
});

/** Each is longer than those before it. */
const GROWING = Array.from(
  { length: 12 },
  (_, count) => `The old captain${' and his sister'.repeat(count)} walked slowly before the storm.`,
);
const TEXT =
  'Every student saw eleven ships without a word, while nobody in the village repaired the clock before the storm.';

it('renders a text identically, whatever was spoken before', async () => {
  const speaker = await createSpeaker(RATE_HZ);
  const alone = speak(speaker, TEXT);
  for (const text of GROWING) {
    speak(speaker, text);
    expect(speak(speaker, TEXT)).toEqual(alone);
  }
});

it('renders a text identically, whenever it was started', async () => {
  // The noise of a breathy voice.
  const speakAt = async (timeMs: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: timeMs });
    return Buffer.from(speak(await createSpeaker(RATE_HZ), TEXT, 'en-us+f3').buffer);
  };
  const first = await speakAt(1_700_000_000_000);
  const later = await speakAt(1_700_000_100_000);
  expect(first.length).toBeGreaterThan(RATE_HZ);
  expect(later.equals(first)).toBe(true);
});
