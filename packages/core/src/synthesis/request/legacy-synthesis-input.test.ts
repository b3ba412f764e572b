import { describe, expect, it } from 'vitest';
import { parseInput } from '../../input/parse-input.ts';
import { batchOfLegacy, legacySynthesisInput } from './legacy-synthesis-input.ts';

const LEAST = { input_text: ' Hi ', voice_code: 'v' };

describe('the legacy body', () => {
  it('has the defaults of the batch body, and indirect', () => {
    const input = parseInput(legacySynthesisInput, LEAST);
    expect(input).toEqual({
      input_text: 'Hi',
      voice_code: 'v',
      response_type: 'indirect',
      audio_type: 'mp3',
      speed_rate: 1,
    });
    expect(batchOfLegacy(input)).toEqual({ text: 'Hi', voiceCode: 'v', outputFormat: 'mp3', speed: 1 });
  });

  it.each([
    { bitrate: 64, speed_rate: 1.5, sample_rate: 8000 },
    { bitrate: '64', speed_rate: '1.5', sample_rate: ' 8000 ' },
  ])('takes numbers and numeric strings: %j', (given) => {
    const body = { ...LEAST, ...given, audio_type: 'wav', callback_url: 'http://a.example/b' };
    expect(batchOfLegacy(parseInput(legacySynthesisInput, body))).toEqual({
      text: 'Hi',
      voiceCode: 'v',
      outputFormat: 'wav',
      bitrate: 64,
      speed: 1.5,
      sampleRate: 8000,
      webhookUrl: 'http://a.example/b',
    });
  });

  it.each<[object, RegExp]>([
    [{ input_text: undefined }, /^input_text is required/],
    [{ input_text: ' ' }, /^input_text must not be empty/],
    [{ input_text: 'a'.repeat(100_001) }, /^input_text has 100001 characters; the limit is 100000/],
    [{ voice_code: undefined }, /^voice_code is required/],
    [{ response_type: 'later' }, /^response_type must be one of indirect, direct/],
    [{ audio_type: 'ogg' }, /^audio_type must be one of mp3, wav, pcm/],
    [{ bitrate: '96' }, /^bitrate must be one of 8, 16, 32, 64, 128/],
    [{ bitrate: 'fast' }, /^bitrate must be one of/],
    [{ speed_rate: '2' }, /^speed_rate must be a number from 0.25 to 1.9/],
    [{ speed_rate: '0x1' }, /^speed_rate must be a number/],
    [{ sample_rate: '' }, /^sample_rate must be one of/],
    [{ callback_url: 'nowhere' }, /^callback_url must be an http or https address/],
  ])('refuses %j in its own words', (part, message) => {
    expect(() => parseInput(legacySynthesisInput, { ...LEAST, ...part })).toThrow(message);
  });
});
