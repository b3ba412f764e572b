import { createSpeech, type Speech } from '@parlance/runtime';
import { normalizedWords, wordErrorRate } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clips, hasModels } from './real-speech.ts';

/** Of the model itself on whole clips, 7.4 %; what cutting them may add is the rest. */
const MAX_WORD_ERROR_RATE = 0.12;

describe.runIf(hasModels && clips.length > 0)('transcribing recordings of people', () => {
  let speech: Speech;
  const heard = new Map<string, string>();
  beforeAll(async () => {
    speech = await createSpeech();
    for (const { id, path } of clips) heard.set(id, (await speech.transcribe(path)).transcript);
  });
  afterAll(() => speech?.close());

  it('is right but for few words', () => {
    const errors = clips.map(({ id, reference }) => wordErrorRate(reference, heard.get(id) ?? ''));
    const total = errors.reduce((sum, { errors: count }) => sum + count, 0);
    const words = errors.reduce((sum, { words: count }) => sum + count, 0);
    expect(total / words).toBeLessThan(MAX_WORD_ERROR_RATE);
  });

  it.each(clips)('finds speech from the first to the last word of $id', ({ id, reference }) => {
    const said = normalizedWords(reference);
    const words = normalizedWords(heard.get(id) ?? '');
    // A misheard word still has its place: the counts agree when none was cut off.
    expect(words.length).toBeGreaterThanOrEqual(Math.floor(said.length * 0.85));
    const edges = [said.slice(0, 3), said.slice(-3)];
    const found = [words.slice(0, 4), words.slice(-4)];
    for (const [place, edge] of edges.entries()) {
      expect(
        edge.some((word) => found[place]?.includes(word)),
        `${edge.join(' ')} | ${found[place]?.join(' ')}`,
      ).toBe(true);
    }
  });
});
