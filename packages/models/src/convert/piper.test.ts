import { describe, expect, it } from 'vitest';
import { convertPiperConfig } from './piper.ts';

const CONFIG = {
  audio: { sample_rate: 22_050, quality: 'medium' },
  espeak: { voice: 'en-us' },
  phoneme_type: 'espeak',
  num_speakers: 1,
  language: { code: 'en_US', name_english: 'English' },
  phoneme_id_map: { _: [0], '^': [1], ' ': [3], '1': [131], ə: [59], 𐞀: [60], a͡ɪ: [200] },
};
const convert = (changes: object = {}) => convertPiperConfig(JSON.stringify({ ...CONFIG, ...changes }));

describe('a Piper configuration', () => {
  it('has the seven properties that sherpa-onnx reads, all as text', () => {
    expect(convert().metadata).toEqual({
      model_type: 'vits',
      comment: 'piper',
      language: 'English',
      voice: 'en-us',
      has_espeak: '1',
      n_speakers: '1',
      sample_rate: '22050',
    });
  });

  it('has a line with symbol and id for each symbol of one code point, and none for longer ones', () => {
    expect(convert().tokens.split('\n').toSorted()).toEqual(
      ['', '  3', '1 131', '^ 1', '_ 0', 'ə 59', '𐞀 60'].toSorted(),
    );
  });

  it('with several speakers keeps their number', () => {
    expect(convert({ num_speakers: 904 }).metadata.n_speakers).toBe('904');
  });

  it('of an early version, without speakers, languages and phoneme types, has one speaker', () => {
    const { metadata } = convert({ num_speakers: undefined, language: undefined, phoneme_type: undefined });
    expect(metadata).toMatchObject({ n_speakers: '1', language: 'en-us' });
  });

  it.each([
    ['it is not JSON', '<html>'],
    ['the configuration is not an object', '[]'],
    ['espeak is not an object', JSON.stringify({ ...CONFIG, espeak: null })],
    ['espeak.voice is missing', JSON.stringify({ ...CONFIG, espeak: {} })],
    ['its phonemes are of type "text"', JSON.stringify({ ...CONFIG, phoneme_type: 'text' })],
    ['audio.sample_rate', JSON.stringify({ ...CONFIG, audio: { sample_rate: '22050' } })],
    ['num_speakers', JSON.stringify({ ...CONFIG, num_speakers: 0 })],
    ['not one id', JSON.stringify({ ...CONFIG, phoneme_id_map: { a: [1, 2] } })],
    ['phoneme_id_map is empty', JSON.stringify({ ...CONFIG, phoneme_id_map: {} })],
  ])('is refused because %s', (reason, json) => {
    expect(() => convertPiperConfig(json)).toThrow(
      expect.objectContaining({ code: 'MODEL_CORRUPT', message: expect.stringContaining(reason) }),
    );
  });
});
