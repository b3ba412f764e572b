import { expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { voicePackManifest } from './voice-pack.ts';

const voice = { code: 'ann', name: 'Ann', gender: 'female', languageCode: 'cy-GB' };
const pack = {
  version: 1,
  licence: 'CC0-1.0',
  family: 'vits-piper',
  files: { model: 'model.onnx', tokens: 'tokens.txt' },
  nativeRateHz: 22_050,
  voices: [{ ...voice, languageCode: 'en-GB' }],
};

it('accepts a community pack with defaults for the rest', () => {
  expect(voicePackManifest.parse(pack)).toMatchObject({
    ownership: 'COMMUNITY',
    voices: [{ speakerId: 0, creditFactor: '1' }],
  });
});

it.each<[object, string]>([
  [{ version: 2 }, 'version must be 1'],
  [{ licence: '' }, 'licence must not be empty'],
  [{ voices: [voice] }, 'voices.0.languageCode must be a language code'],
  [{ voices: [] }, 'voices must have at least one voice'],
  [
    { voices: [{ ...pack.voices[0], gender: 'robot' }] },
    'voices.0.gender must be male or female; got "robot".',
  ],
  [{ voices: [{ ...pack.voices[0], code: 'Ann!' }] }, 'voices.0.code must be 1 to 64 small letters'],
  [{ voices: [pack.voices[0], pack.voices[0]] }, 'voices.1.code must be there once'],
  [{ ownership: 'SERVICE' }, 'ownership must be COMMUNITY or PERSONAL'],
  [{ ownership: 'PERSONAL' }, 'ownerAppId must name the app'],
  [{ ownerAppId: 'app-1' }, 'ownerAppId must be left out'],
  [{ files: { model: '../model.onnx' } }, 'files.model must be a path inside the pack'],
  [{ files: { model: '/etc/passwd' } }, 'files.model must be a path inside the pack'],
  [{ files: { model: 'C:/model.onnx' } }, 'files.model must be a path inside the pack'],
  [{ nativeRateHz: 4000 }, 'nativeRateHz must be a whole number of Hz'],
  [{ colour: 'red' }, 'colour is not known.'],
])('refuses %j with the member and what it must be', (members, message) => {
  expect(() => parseInput(voicePackManifest, { ...pack, ...members }, 'INVALID_CONFIG')).toThrow(message);
});
