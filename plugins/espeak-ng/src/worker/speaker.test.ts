import { expect, it } from 'vitest';
import { createSpeaker, type Speaker } from './speaker.ts';

const RATE_HZ = 22_050;

function speak(speaker: Speaker, text: string): Int16Array {
  const chunks: Int16Array[] = [];
  const utterance = { text, espeakVoice: 'en-us', wordsPerMinute: 175, pitchRange: 50 };
  speaker.speak(utterance, (samples) => {
    chunks.push(samples);
    return true;
  });
  return Int16Array.from(chunks.flatMap((chunk) => [...chunk]));
}

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
