import { expect, it } from 'vitest';
import { plainLetters, single, soundsOfLetters, soundsOfWord } from './english-sounds.ts';

it.each([
  ['Café', 'cafe'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Æther œuvre', 'aetheroeuvre'],
  ['Øre', 'ore'],
  ["O'Neill-2", 'oneill2'],
  ['東京', '東京'],
])('has the letters of %s: %s', (text, letters) => {
  expect(plainLetters(text)).toBe(letters);
});

it.each([
  ['night', 'nIt'],
  ['knight', 'nIt'],
  ['phone', 'fon'],
  ['church', 'ʧərʧ'],
  ['bridge', 'briʤ'],
  ['nation', 'nEʃən'],
  ['b2b', 'btub'],
  ['hammer', 'hamər'],
  ['東', ''],
])('says %s', (word, sounds) => {
  expect(soundsOfWord(word)).toBe(sounds);
});

it('says letters by their names', () => {
  expect(soundsOfLetters('SQL')).toBe('eskjuel');
  expect(soundsOfLetters('w3')).toBe('dabəljuθri');
  expect(soundsOfLetters('東')).toBe('');
});

it('says no sound twice in a row', () => {
  expect(single('aabbbcab')).toBe('abcab');
});
