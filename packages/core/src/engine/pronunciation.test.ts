import { expect, it } from 'vitest';
import { plainIpa, splitSounds } from './pronunciation.ts';

it.each([
  ['təˈmeɪ.toʊ', 'təˈmeɪtoʊ'],
  ["[t_h]'a,b:", 't_hˈaˌbː'],
  ['gʧʤ', 'ɡtʃdʒ'],
  ['t͡ʃ ‿(a)‖/|', 'tʃa'],
  ['ʹe', 'ˈe'],
  ['ç', 'c\u0327'],
])('the pronunciation %s is written %s', (ipa, plain) => {
  expect(plainIpa(ipa)).toBe(plain);
});

it('a pronunciation is divided into the longest sounds that the voice has, with the stress of each syllable', () => {
  const sounds = ['t', 'tʃ', 'ə', 'm', 'e', 'eɪ', 'oʊ'];
  expect(splitSounds('tʃˈeɪ.tˌəm', sounds)).toEqual({
    spoken: [
      { sound: 'tʃ' },
      { sound: 'eɪ', stress: 'primary' },
      { sound: 't' },
      { sound: 'ə', stress: 'secondary' },
      { sound: 'm' },
    ],
  });
  expect(splitSounds('', sounds)).toEqual({ spoken: [] });
  expect(splitSounds('met', sounds)).toEqual({ spoken: [{ sound: 'm' }, { sound: 'e' }, { sound: 't' }] });
});

it.each([
  ['tx', 'x'],
  ['o', 'o'],
  ['t😀', '😀'],
])('the pronunciation %s is refused with the first sound that the voice lacks: %s', (ipa, unknown) => {
  expect(splitSounds(ipa, ['t', 'oʊ'])).toEqual({ unknown });
  expect(splitSounds('t', [])).toEqual({ unknown: 't' });
});
