import { describe, expect, it } from 'vitest';
import { readAloud } from '../text/reading/read-aloud.ts';
import { createVocabulary, joinTerms, termsRead } from './vocabulary.ts';
import { vocabularyOfCall } from './vocabulary-of.ts';

const TERMS = [{ term: 'Ozempic' }, { term: 'Siobhan', saidAs: 'shivawn' }];
const vocabulary = createVocabulary(TERMS);
const found = async (language: string | undefined, heard: string) =>
  (await vocabulary?.correctorFor(language))?.corrections(heard).map(({ term }) => term);

describe('a vocabulary', () => {
  it('without terms is none', async () => {
    expect([createVocabulary(), createVocabulary([])]).toEqual([undefined, undefined]);
    expect(await vocabularyOfCall('app1')).toBeUndefined();
    expect((await vocabularyOfCall('app1', TERMS))?.terms).toEqual(TERMS);
  });

  it('is read aloud as its terms are said', () => {
    const terms = vocabulary?.readings;
    expect(readAloud('Ask Siobhan.', 'en-US', { terms }).text).toBe('Ask shivawn.');
    expect(createVocabulary([{ term: 'Ozempic' }])?.readings).toEqual([]);
  });

  it('is found by its sound in English, and by its letters in every language', async () => {
    for (const language of ['en', 'en-GB', 'de-DE', undefined])
      expect(await found(language, 'the ozempic')).toEqual(['Ozempic']);
    for (const language of ['en', 'en-GB'])
      expect(await found(language, 'the ozempick')).toEqual(['Ozempic']);
    for (const language of ['de-DE', undefined]) expect(await found(language, 'the ozempick')).toEqual([]);
  });

  it('has one corrector for each of the two, which remembers', async () => {
    expect(await vocabulary?.correctorFor('en')).toBe(await vocabulary?.correctorFor('en-GB'));
    expect(await vocabulary?.correctorFor('de')).toBe(await vocabulary?.correctorFor(undefined));
    expect(await vocabulary?.correctorFor('de')).not.toBe(await vocabulary?.correctorFor('en'));
  });
});

it('joins the terms of an app and of a call, whose own count', () => {
  const ofCall = [{ term: 'Siobhan', saidAs: 'call' }, { term: 'New' }];
  expect(joinTerms([{ term: 'Old' }, { term: 'Siobhan', saidAs: 'app' }], ofCall)).toEqual([
    ...ofCall,
    { term: 'Old' },
  ]);
});

describe('the terms that are read in a text', () => {
  const terms = [
    { term: 'Novo Nordisk', saidAs: 'a', heardAs: ['nova'] },
    { term: 'C++', saidAs: 'b' },
    { term: '++', saidAs: 'c' },
    { term: 'Ozempic' },
  ];
  it.each([
    ['He works at NOVO  (Nordisk).', ['Novo Nordisk']],
    ['He works at Novo.', []],
    ['He writes c and Ozempic', ['C++']],
    ['It is ++ all', ['++']],
    ['', []],
  ])('%j are %j', (text, expected) => {
    const read = termsRead({ terms }, text);
    expect(read.map(({ term }) => term)).toEqual(expected);
    for (const one of read) expect(Object.keys(one)).toEqual(['term', 'saidAs']);
  });
});
