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

it.each([
  { code: '0' },
  { code: `a${'-'.repeat(63)}` },
  { speakerId: 0 },
  { speakerId: 7 },
  { creditFactor: '0' },
  { creditFactor: '10.25' },
])('accepts a voice with %j', (members) => {
  const { voices } = voicePackManifest.parse({ ...pack, voices: [{ ...pack.voices[0], ...members }] });
  expect(voices[0]).toMatchObject(members);
});

it.each([
  { code: '-a' },
  { code: ' a' },
  { code: 'a ' },
  { code: 'a'.repeat(65) },
  { speakerId: -1 },
  { speakerId: 0.5 },
  { creditFactor: '1.' },
  { creditFactor: '.5' },
  { creditFactor: '-1' },
  { creditFactor: '1x' },
  { creditFactor: '1.5x' },
  { creditFactor: 1 },
])('refuses a voice with %j', (members) => {
  const given = { ...pack, voices: [{ ...pack.voices[0], ...members }] };
  expect(voicePackManifest.safeParse(given).success).toBe(false);
});

it('accepts files of its folders, and a personal pack with its owner', () => {
  const given = {
    ...pack,
    files: { model: 'a..b/c:d/model.onnx' },
    ownership: 'PERSONAL',
    ownerAppId: 'app1',
  };
  expect(voicePackManifest.parse(given)).toMatchObject(given);
  for (const model of ['\\model', 'a\\b', 'a/..', 'c:model'])
    expect(voicePackManifest.safeParse({ ...pack, files: { model } }).success).toBe(false);
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
