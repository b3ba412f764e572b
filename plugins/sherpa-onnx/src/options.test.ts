import { SpeechError } from '@parlance/core/errors';
import { expect, it } from 'vitest';
import { readOptions, type SherpaOnnxOptions } from './options.ts';

const kokoro = {
  name: 'Heart',
  gender: 'female',
  languageCode: 'en-US',
  model: 'kokoro-en-v0.19',
  nativeRateHz: 24_000,
} as const;

function messageOf(options: unknown): string {
  try {
    readOptions(options as SherpaOnnxOptions);
  } catch (error) {
    if (SpeechError.is(error) && error instanceof SpeechError && error.code === 'INVALID_CONFIG')
      return error.message;
    throw error;
  }
  return 'no error';
}

it('synthesizes with joe, recognizes with Moonshine and detects with Silero by default', () => {
  const { voices, recognizers, voiceActivity } = readOptions({});
  expect(voices).toMatchObject([
    { code: 'joe', languageCode: 'en-US', nativeRateHz: 22_050, licence: 'CC0-1.0', family: 'vits-piper' },
  ]);
  expect(recognizers).toMatchObject([{ model: 'moonshine-tiny-en', family: 'moonshine', languages: ['en'] }]);
  expect(voiceActivity).toEqual({ model: 'silero-vad', threshold: 0.5 });
});

it('takes family, languages and licence of a known model from the catalogue', () => {
  const { voices, recognizers } = readOptions({
    voices: [{ ...kokoro, code: 'heart' }],
    recognizers: ['parakeet-tdt-0.6b-v2', { model: 'my-own', family: 'nemo-ctc', languages: ['de'] }],
  });
  expect(voices).toMatchObject([{ family: 'kokoro', licence: 'Apache-2.0', speakerId: 0 }]);
  expect(recognizers).toMatchObject([
    { family: 'nemo-transducer', languages: ['en'] },
    { family: 'nemo-ctc', languages: ['de'] },
  ]);
});

it('derives everything about a voice of the catalogue from its code', () => {
  const { voices } = readOptions({ voices: ['thorsten', 'af_bella-v019'] });
  expect(voices).toMatchObject([
    { name: 'Thorsten', languageCode: 'de-DE', model: 'piper-de-de-thorsten-medium', speakerId: 0 },
    { name: 'Bella', gender: 'female', model: 'kokoro-en-v0.19', family: 'kokoro', speakerId: 1 },
  ]);
});

it.each<[what: string, options: unknown, message: RegExp]>([
  [
    'an unknown voice',
    { voices: ['jo'] },
    /sherpaOnnx\.voices\[0\]: no voice of the catalogue has the code "jo"/,
  ],
  [
    'an unknown voice with the name of a member of every object',
    { voices: ['constructor'] },
    /sherpaOnnx\.voices\[0\]: no voice of the catalogue has the code "constructor"/,
  ],
  ['an unknown option', { voice: 'joe' }, /sherpaOnnx\.voice: is not known/],
  ['no threads', { threads: { synthesis: 0 } }, /sherpaOnnx\.threads\.synthesis: /],
  ['a threshold of 1', { voiceActivity: { threshold: 1 } }, /sherpaOnnx\.voiceActivity\.threshold: /],
  [
    'a language that the specification lacks',
    { voices: [{ ...kokoro, code: 'a', languageCode: 'en-XX' }] },
    /sherpaOnnx\.voices\[0\]\.languageCode: is no language code/,
  ],
  [
    'a model outside the catalogue with no family',
    { recognizers: ['mine'] },
    /sherpaOnnx\.recognizers\[0\]\.family: is needed: model "mine"/,
  ],
  [
    'a voice model as recognizer',
    { recognizers: ['kokoro-en-v0.19'] },
    /recognizers\[0\]\.family: .* is a synthesis model \(kokoro\)/,
  ],
  ['one code twice', { voices: ['joe', 'joe'] }, /sherpaOnnx\.voices\[1\]\.code: "joe" is there twice/],
  [
    'two rates of one model',
    {
      voices: [
        { ...kokoro, code: 'a' },
        { ...kokoro, code: 'b', nativeRateHz: 22_050 },
      ],
    },
    /sherpaOnnx\.voices\[1\]\.nativeRateHz: is 24000/,
  ],
])('refuses %s and names its path', (_, options, message) => {
  expect(messageOf(options)).toMatch(message);
});

it('reports every mistake at once', () => {
  expect(messageOf({ voices: ['jo'], threads: { recognition: 65 } })).toMatch(
    /voices\[0\].*; .*threads\.recognition/,
  );
});
