import { plainIpa, splitSounds } from '@parlance/core/engine';
import { expect, it } from 'vitest';
import { OWN_SOUNDS } from './sound-tables.ts';
import { mnemonicsOf, soundsOf } from './sounds.ts';

it.each([
  ['en', 'təˈmɑːtəʊ', "[[t|@|m|'A:|t|oU]]"],
  ['en', 'wʊstə', '[[w|U|s|t|@]]'],
  ['en-us', 'təˈmeɪtoʊ', "[[t|@|m|'eI|t|oU]]"],
  ['de', 'ˈmʏnçən', "[[m|'y|n|C|@|n]]"],
  ['fr', 'bɔ̃ʒuʁ', '[[b|O~|Z|u|r]]'],
])('says in %s: %s', (espeakVoice, ipa, mnemonics) => {
  expect(mnemonicsOf(ipa, espeakVoice)).toBe(mnemonics);
});

it('uses the nearest sound that the language has', () => {
  expect(mnemonicsOf('θɪŋk', 'fr')).toBe('[[T|I|N|k]]');
  expect(mnemonicsOf('ɒ', 'en-us')).toBe(mnemonicsOf('ɔ', 'en-us'));
});

it.each(Object.keys(OWN_SOUNDS))('has no sound in %s that pronunciations cannot contain', (espeakVoice) => {
  const sounds = [...soundsOf(espeakVoice).keys()];
  expect(sounds.filter((sound) => plainIpa(sound) !== sound)).toEqual([]);
});

it.each(['en', 'fr', 'de', 'el', 'tr'])('speaks the ç of pronunciations in %s', (espeakVoice) => {
  expect(mnemonicsOf('aça', espeakVoice)).toBeDefined();
});

it('knows nothing of clicks', () => {
  expect(mnemonicsOf('ʘ', 'en')).toBeUndefined();
  expect(splitSounds('ʘa', soundsOf('en').keys())).toEqual({ unknown: 'ʘ' });
});
