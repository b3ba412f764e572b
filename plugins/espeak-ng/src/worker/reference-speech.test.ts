import { beforeAll, expect, it } from 'vitest';
import { speakReference, speakWeakWords } from './reference-speech.ts';
import { createSpeaker, type Speaker } from './speaker.ts';

let speaker: Speaker;

beforeAll(async () => {
  speaker = await createSpeaker(22_050);
});

function speak(text: string, espeakVoice: string, pattern = /\S+/gu) {
  const words = [...text.matchAll(pattern)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  return speakReference(speaker, { text, words, espeakVoice, wordsPerMinute: 175 });
}

it.each([
  ['en-us', 'Dr. Smith paid $3.50 in 1999, and I know 42 of the best.', /\S+/gu],
  ['de', 'Der Zug nach München fährt um 7 Uhr ab.', /\S+/gu],
  ['cmn', '今天天气很好，我们去公园。', /\p{L}/gu],
  ['en-us', '\u{1F600} Hello \u{1F600} there, world.', /\p{L}+/gu],
])('tells when each word is said: %s, %s', (espeakVoice, text, pattern) => {
  const { samples, words } = speak(text, espeakVoice, pattern);
  let reached = 0;
  for (const [index, span] of words.entries()) {
    expect(span, `word ${index}`).toBeDefined();
    expect(span?.startSeconds).toBeGreaterThanOrEqual(reached);
    expect(span?.endSeconds).toBeGreaterThan(span?.startSeconds ?? 0);
    reached = span?.endSeconds ?? 0;
  }
  expect(reached).toBeLessThanOrEqual(samples.length / 22_050);
});

it('says nothing for a mark that stands alone', () => {
  const { words } = speak('Well \u2014 yes.', 'en-us');
  expect(words.map((span) => span !== undefined)).toEqual([true, false, true]);
});

it('gives each word of a group that is spoken as one a part of its time', () => {
  const { words } = speak('one of the best', 'en-us');
  const [, of, the, best] = words;
  expect(the?.startSeconds).toBeGreaterThan(of?.startSeconds ?? 0);
  expect(best?.startSeconds).toBeGreaterThan(the?.startSeconds ?? 0);
});

it('renders words without a stress again alone, and longer', () => {
  const text = 'A dog had the bone of a cat.';
  const ranges = [...text.matchAll(/[a-z]+/giu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const reference = { text, words: ranges, espeakVoice: 'en-us', wordsPerMinute: 175 };
  const sentence = speakReference(speaker, reference);
  const apart = speakWeakWords(speaker, reference, sentence.isWeak);
  const [a, dog, , the, bone, of, secondA] = apart.words;
  expect([dog, bone]).toEqual([undefined, undefined]);
  expect(secondA).toEqual(a);
  const lengthOf = (span: (typeof apart.words)[number]) =>
    (span?.endSeconds ?? 0) - (span?.startSeconds ?? 0);
  expect(lengthOf(a)).toBeGreaterThan(1.5 * lengthOf(sentence.words[0]));
  expect(lengthOf(the)).toBeGreaterThan(1.2 * lengthOf(sentence.words[3]));
  expect(lengthOf(of)).toBeGreaterThan(1.2 * lengthOf(sentence.words[5]));
});
