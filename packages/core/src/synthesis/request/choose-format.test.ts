import { describe, expect, it } from 'vitest';
import { defaultBitrateKbps, mp3BitratesKbps } from '../../audio/output-format.ts';
import type { Voice } from '../../engine/voice.ts';
import { chooseFormat, contentTypeOf } from './choose-format.ts';

const voice = (nativeRateHz: number, extraRatesHz: number[] = []): Voice => ({
  code: 'v',
  name: 'V',
  gender: 'male',
  languageCode: 'en-US',
  nativeRateHz,
  extraRatesHz,
  creditFactor: '1',
  ownership: 'SERVICE',
  supportsEmphasis: false,
  engine: 'e',
  licence: 'CC0-1.0',
});

describe('chooseFormat', () => {
  it.each([
    [8000, 8000],
    [16_000, 16_000],
    [22_050, 22_050],
    [24_000, 24_000],
    [20_000, 16_000],
  ])('gives a voice of %d Hz the rate %d if none is requested', (nativeRateHz, expected) => {
    expect(chooseFormat({ outputFormat: 'wav' }, voice(nativeRateHz)).sampleRateHz).toBe(expected);
  });

  it('accepts the rates that a voice declares above its own', () => {
    expect(
      chooseFormat({ outputFormat: 'pcm', sampleRate: 48_000 }, voice(22_050, [48_000])).sampleRateHz,
    ).toBe(48_000);
  });

  it('refuses a rate above the voice’s, naming those it has', () => {
    expect(() => chooseFormat({ outputFormat: 'wav', sampleRate: 24_000 }, voice(22_050))).toThrow(
      'its rates are 8000, 16000, 22050.',
    );
  });

  it.each([
    [8000, [8, 16, 32, 64], 64],
    [16_000, [8, 16, 32, 64, 128], 128],
    [22_050, [8, 16, 32, 64, 128], 128],
    [24_000, [8, 16, 32, 64, 128], 128],
    [32_000, [32, 64, 128], 128],
    [44_100, [32, 64, 128], 128],
    [48_000, [32, 64, 128], 128],
  ])('supports at %d Hz the bitrates %j, by default %d', (rateHz, bitrates, byDefault) => {
    expect(mp3BitratesKbps(rateHz)).toEqual(bitrates);
    expect(defaultBitrateKbps(rateHz)).toBe(byDefault);
    for (const bitrate of [8, 16, 32, 64, 128]) {
      const choose = () => chooseFormat({ outputFormat: 'mp3', sampleRate: rateHz, bitrate }, voice(48_000));
      if (bitrates.includes(bitrate)) expect(choose()).toMatchObject({ bitrateKbps: bitrate });
      else expect(choose).toThrow(`the bitrates there are ${bitrates.join(', ')}.`);
    }
  });

  it('leaves the bitrate of wav and pcm without effect', () => {
    expect(chooseFormat({ outputFormat: 'wav', sampleRate: 8000, bitrate: 128 }, voice(8000))).toEqual({
      container: 'wav',
      sampleRateHz: 8000,
    });
  });

  it('names the media type of each container', () => {
    expect(contentTypeOf({ container: 'mp3', sampleRateHz: 8000, bitrateKbps: 8 })).toBe('audio/mpeg');
    expect(contentTypeOf({ container: 'wav', sampleRateHz: 8000 })).toBe('audio/wav');
    expect(contentTypeOf({ container: 'pcm', sampleRateHz: 8000 })).toBe(
      'audio/pcm;rate=8000;channels=1;format=s16le',
    );
  });
});
