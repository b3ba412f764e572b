import { LANGUAGE_CODES } from '@parlance/core/text';
import { expect, it } from 'vitest';
import { findVoice, VOICES } from './voices.ts';

it('has a male and a female voice for every code of the catalogue but three', () => {
  const unspoken = LANGUAGE_CODES.filter((code) => !VOICES.some((voice) => voice.languageCode === code));
  expect(unspoken.toSorted()).toEqual(['fil-PH', 'ja-JP', 'th-TH']);
  expect(VOICES).toHaveLength(2 * 50);
  expect(new Set(VOICES.map(({ languageCode, gender }) => `${languageCode} ${gender}`)).size).toBe(100);
  // Programs show a list of names alone. Codes that share a voice share its name as well.
  const names = new Set(VOICES.map(({ languageCode, name }) => `${languageCode} ${name}`));
  expect(names.size).toBe(100);
});

it('names a voice by its language and gender, and eSpeak NG by variant', () => {
  expect(findVoice('espeak-pt-br-female')).toMatchObject({
    name: 'eSpeak Portuguese (Brazil), female',
    espeakVoice: 'pt-br+f3',
    licence: 'GPL-3.0-or-later',
  });
  expect(findVoice('espeak-th-th-male')).toBeUndefined();
});

it("keeps eSpeak NG's own names out of the catalogue", () => {
  expect(VOICES.some((voice) => 'espeakVoice' in voice)).toBe(false);
});
