import { expect, it } from 'vitest';
import { isVisibleTo, type Voice } from '../engine/voice.ts';
import { assignPersonalVoices } from './personal-voices.ts';

const voice = (code: string): Voice => ({
  code,
  name: code,
  gender: 'female',
  languageCode: 'en-US',
  nativeRateHz: 16_000,
  creditFactor: '1',
  ownership: 'SERVICE',
  supportsEmphasis: false,
  engine: 'e',
  licence: 'CC0-1.0',
});

it('assigns a voice to an app, and leaves the others to everybody', () => {
  const [ann, bob] = assignPersonalVoices([voice('ann'), voice('bob')], { ann: 'app-1' }) as [Voice, Voice];
  expect(ann).toMatchObject({ ownership: 'PERSONAL', ownerAppId: 'app-1' });
  expect([isVisibleTo(ann, 'app-1'), isVisibleTo(ann, 'app-2'), isVisibleTo(ann, undefined)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(bob).toEqual(voice('bob'));
});

it('refuses an unknown voice by name, including inherited members of objects', () => {
  expect(() => assignPersonalVoices([voice('ann')], { eve: 'app-1' })).toThrow('personalVoices names eve');
  expect(assignPersonalVoices([voice('constructor')], {})).toEqual([voice('constructor')]);
});
