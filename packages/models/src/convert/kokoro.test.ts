import { describe, expect, it } from 'vitest';
import { convertKokoroVocabulary, kokoroMetadata } from './kokoro.ts';

describe("Kokoro's vocabulary", () => {
  it('becomes a line for each symbol, including the space', () => {
    expect(convertKokoroVocabulary('{"vocab": {";": 1, " ": 16, "ˈ": 156}}')).toBe('; 1\n  16\nˈ 156\n');
  });

  it.each([
    ['no JSON', 'vocab'],
    ['no vocabulary', '{"symbols": {}}'],
    ['no symbols', '{"vocab": {}}'],
    ['a symbol of two code points', '{"vocab": {"tʃ": 1}}'],
    ['a duplicate id', '{"vocab": {"a": 1, "b": 1}}'],
    ['an id that is not a number', '{"vocab": {"a": "1"}}'],
  ])('is refused with %s', (_, json) => {
    expect(() => convertKokoroVocabulary(json)).toThrow(expect.objectContaining({ code: 'MODEL_CORRUPT' }));
  });
});

it('has the number of speakers, and no version, so that sherpa-onnx needs no lexicon', () => {
  const metadata = kokoroMetadata(['af_heart', 'am_adam']);
  expect(metadata).toMatchObject({
    model_type: 'kokoro',
    n_speakers: '2',
    speaker_names: 'af_heart,am_adam',
  });
  expect(metadata).not.toHaveProperty('version');
});
