import { expect, it } from 'vitest';
import { letterSounds } from './letter-sounds.ts';
import { pronounce } from './pronunciation.ts';

const DICTIONARY: Readonly<Record<string, string>> = {
  there: 'DH EH R',
  under: 'AH N D ER',
  "it's": 'IH T S',
  cat: 'K AE T',
  boss: 'B AO S',
  forty: 'F AO R T IY',
  two: 'T UW',
  dollars: 'D AA L ER Z',
  nineteen: 'N AY N T IY N',
  sixty: 'S IH K S T IY',
  one: 'W AH N',
  thousand: 'TH AW Z AH N D',
  nine: 'N AY N',
  hundred: 'HH AH N D R AH D',
};

function sayings(...words: string[]): readonly (string | readonly string[] | undefined)[] {
  const { entries, added } = pronounce(words, (word) => DICTIONARY[word]);
  return entries.map((entry) => (entry === undefined ? undefined : (added.get(entry) ?? entry)));
}

it('looks a word up in the dictionary without its marks and capitals', () => {
  expect(sayings('\u201cThere,', 'It\u2019s', 'CAT?!')).toEqual(['there', "it's", 'cat']);
});

it('says nothing for marks that stand alone', () => {
  expect(sayings('\u2014', '...', '')).toEqual([undefined, undefined, undefined]);
});

it('spells amounts out, and a year in both ways', () => {
  expect(sayings('$42,')).toEqual([['F AO R T IY T UW D AA L ER Z']]);
  expect(sayings('1961.')).toEqual([
    [
      'N AY N T IY N S IH K S T IY W AH N',
      'W AH N TH AW Z AH N D N AY N HH AH N D R AH D S IH K S T IY W AH N',
    ],
  ]);
});

it('builds unknown words from known ones, endings and letters', () => {
  expect(sayings('thereunder', "cat's", "boss's", 'Zorph')).toEqual([
    ['DH EH R AH N D ER'],
    ['K AE T S'],
    ['B AO S IH Z'],
    ['Z AO R F'],
  ]);
});

it('never adds a word of the caller to the dictionary as an entry', () => {
  const { entries, added } = pronounce(['<sil>', 'a(2)', '[uh]'], () => undefined);
  expect(entries).toEqual(['added.0', 'added.1', 'added.2']);
  expect([...added.keys()]).toEqual(entries);
});

it('guesses by letters, accents aside, and has nothing for other scripts', () => {
  expect(letterSounds('caf\u00e9')).toBe('K AE F');
  expect(letterSounds('night')).toBe('N AY T');
  expect(letterSounds('\u043a\u043e\u0442')).toBe('');
});
