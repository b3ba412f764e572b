import { describe, expect, it } from 'vitest';
import { convertKokoroVocabulary, kokoroMetadata } from './kokoro.ts';

describe("Kokoro's vocabulary", () => {
  it('becomes a line for each symbol, the space included', () => {
    expect(convertKokoroVocabulary('{"vocab": {";": 1, " ": 16, "ˈ": 156}}')).toBe('; 1\n  16\nˈ 156\n');
  });

  it.each([
    ['no JSON', 'vocab'],
    ['no vocabulary', '{"symbols": {}}'],
    ['nothing in it', '{"vocab": {}}'],
    ['a symbol of two code points', '{"vocab": {"tʃ": 1}}'],
    ['an id twice', '{"vocab": {"a": 1, "b": 1}}'],
    ['an id that is no number', '{"vocab": {"a": "1"}}'],
  ])('is refused with %s', (_, json) => {
    expect(() => convertKokoroVocabulary(json)).toThrow(expect.objectContaining({ code: 'MODEL_CORRUPT' }));
  });
});

it('names as many speakers as there are, and no version, so that no lexicon is asked for', () => {
  const metadata = kokoroMetadata(['af_heart', 'am_adam']);
  expect(metadata).toMatchObject({
    model_type: 'kokoro',
    n_speakers: '2',
    speaker_names: 'af_heart,am_adam',
  });
  expect(metadata).not.toHaveProperty('version');
});
