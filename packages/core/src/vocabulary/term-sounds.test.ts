import { describe, expect, it } from 'vitest';
import { soundsOfLetters, soundsOfWord } from './english-sounds.ts';
import { soundsOf } from './sound-distance.ts';
import { soundsOfTerm } from './term-sounds.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

const rowsOf = (term: VocabularyTerm) => soundsOfTerm(term).map(({ sounds }) => sounds);
const word = (text: string) => soundsOf(soundsOfWord(text));

describe('how a term may sound', () => {
  it('is as it is spelled, and as it is said', () => {
    expect(rowsOf({ term: 'Ozempic' })).toEqual([word('ozempic')]);
    expect(rowsOf({ term: 'Siobhan', saidAs: 'shivawn' })).toEqual([word('siobhan'), word('shivawn')]);
    // A way of saying it that sounds as it is spelled is one way.
    expect(rowsOf({ term: 'Ozempic', saidAs: 'ozempik' })).toEqual([word('ozempic')]);
  });

  it.each([
    ['SQL', true],
    ['H2O', true],
    ['ABCDEF', true],
    ['ABCDEFG', false],
    ['Sql', false],
    ['A', false],
    ['A-B', false],
  ])('is letter by letter of an acronym: %s? %s', (term, isAcronym) => {
    const letters = soundsOf(soundsOfLetters(term));
    const rows = rowsOf({ term });
    expect(rows.length).toBe(isAcronym ? 2 : 1);
    if (isAcronym) expect(rows[1]).toEqual(letters);
  });

  it('is as its forms sound, with the words of each', () => {
    const [own, ...forms] = soundsOfTerm({ term: 'Hrovat', heardAs: ['Her Votes', 'horovatt', 'hrovat'] });
    expect(own).not.toHaveProperty('heardWords');
    expect(forms.map(({ heardWords }) => heardWords)).toEqual([['her', 'votes'], ['horovatt']]);
    expect(forms[1]).toMatchObject({ term: 'Hrovat', sounds: word('horovatt') });
  });

  it('takes up to two words more than it has, and five at most', () => {
    const most = (term: VocabularyTerm) => soundsOfTerm(term).map(({ maxWords }) => maxWords);
    expect(most({ term: 'Ozempic' })).toEqual([3]);
    expect(most({ term: 'Novo Nordisk', saidAs: 'nova' })).toEqual([4, 4]);
    expect(most({ term: 'Nova', saidAs: 'novo nor' })).toEqual([4, 4]);
    expect(most({ term: 'One Two Three Four' })).toEqual([5]);
    expect(most({ term: 'Nova', heardAs: ['a b c d', 'no fa'] })).toEqual([3, 5, 4]);
  });
});
