import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonEnglish } from './common-words.ts';
import { createTermCorrector, withTerms } from './term-corrector.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

const TERMS: readonly VocabularyTerm[] = [
  { term: 'Ozempic' },
  { term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron', 'she von'] },
  { term: 'Kubernetes', saidAs: 'koo ber netties' },
  { term: 'Snowflake' },
  { term: 'GoTo' },
  { term: 'Apple' },
  { term: 'Levothyroxine' },
  { term: 'Novo Nordisk' },
  { term: 'SQL' },
  { term: 'Villanueva' },
];

const english = createTermCorrector(TERMS, commonEnglish());
const spelled = createTermCorrector(TERMS, undefined);
const heard = (text: string, by = english): string => withTerms(text, by.corrections(text));

describe('terms in recognized text', () => {
  it.each([
    ['I take ozempic.', 'I take Ozempic.', 'in another case'],
    ['I take Oh-zempick, twice.', 'I take Ozempic, twice.', 'in another spelling'],
    ['The coobernetties cluster', 'The Kubernetes cluster', 'by how it is said'],
    ['We use snow flake now.', 'We use Snowflake now.', 'in two words of the same letters'],
    ['She took levo thyroxin at noon.', 'She took Levothyroxine at noon.', 'in two words'],
    ['novo nordisc rose', 'Novo Nordisk rose', 'in several words of its own'],
    ['The chevron called. She von left.', 'The Siobhan called. Siobhan left.', 'as it is listed'],
    ["Shivan's desk", "Siobhan's desk", 'with the s of a possessive'],
    ['Villa Nueva, of course', 'Villanueva, of course', 'before a mark'],
  ])('are found: %s', (text, corrected) => {
    expect(heard(text)).toBe(corrected);
  });

  it.each([
    ['We go to work by train.', 'frequent words of the same letters'],
    ['An apple a day, and two apples more.', 'a word that anybody says'],
    ['The sequel was better.', 'a common word of a near sound'],
    ['I spoke with Siobhan about Ozempic.', 'terms that are right'],
    ['She bought a hammer and a new overcoat.', 'other words'],
    ['', 'nothing'],
    ['?! — …', 'marks alone'],
  ])('are not found in %s', (text) => {
    expect(heard(text)).toBe(text);
  });

  it('are found by what sounds like one of their forms in heardAs', () => {
    const terms = [
      { term: 'Kowalczyk', heardAs: ['Culkthick'] },
      { term: 'Hrovat', heardAs: ['her votes'] },
    ];
    const corrector = createTermCorrector(terms, commonEnglish());
    expect(heard('Mr. Culcsick called.', corrector)).toBe('Mr. Kowalczyk called.');
    expect(heard('Mr. Culcsick', createTermCorrector([{ term: 'Kowalczyk' }], commonEnglish()))).toBe(
      'Mr. Culcsick',
    );
    // Ordinary words only as they are listed.
    expect(heard('She gave her notes and her votes.', corrector)).toBe('She gave her notes and Hrovat.');
  });

  it.each([
    ['wire guard', 'WireGuard', 'common words that meet seldom'],
    ['an interest to us', 'an interest to us', 'a common word beside such as "to"'],
    ['I can tell', 'I can tell', 'frequent words'],
  ])('%s becomes %s: %s', (text, corrected) => {
    const terms = [{ term: 'WireGuard' }, { term: 'Entresto' }, { term: 'Okonkwo', heardAs: ['a concoct'] }];
    expect(heard(text, createTermCorrector(terms, commonEnglish()))).toBe(corrected);
  });

  it.each([
    ['air pods and one drive', 'AirPods and OneDrive', 'its own words'],
    ['my space', 'my space', 'words of the sentence'],
    ['day one', 'day one', 'words of few consonants'],
  ])('%s becomes %s: %s', (text, corrected) => {
    const terms = ['AirPods', 'OneDrive', 'MySpace', 'DayOne'].map((term) => ({ term }));
    expect(heard(text, createTermCorrector(terms, commonEnglish()))).toBe(corrected);
  });

  it('are the nearest of several, whatever their order', () => {
    const terms = [{ term: 'Kowalski' }, { term: 'Kovalchik' }];
    for (const order of [terms, terms.toReversed()]) {
      const corrector = createTermCorrector(order, commonEnglish());
      expect(heard('Mr. Kovalchick and Mr. Kovalskee', corrector)).toBe('Mr. Kovalchik and Mr. Kowalski');
    }
  });

  it('are rather one that begins alike than one that sounds a little nearer', () => {
    const terms = [{ term: 'Pandorix' }, { term: 'Bandurix' }];
    for (const order of [terms, terms.toReversed()])
      expect(heard('the Bandorix', createTermCorrector(order, commonEnglish()))).toBe('the Bandurix');
    const alone = createTermCorrector(terms.slice(0, 1), commonEnglish());
    expect(heard('the Bandorix', alone)).toBe('the Pandorix');
  });

  it('are the longest of those that are spelled alike, whatever their order', () => {
    const terms = [{ term: 'Snow' }, { term: 'Snowflake' }, { term: 'Flake' }];
    for (const order of [terms, terms.toReversed()])
      expect(heard('snow flake and snow', createTermCorrector(order, undefined))).toBe('Snowflake and Snow');
  });

  it('need no correction if they are right, and each its own if they follow each other', () => {
    expect(english.corrections('Siobhan takes Ozempic')).toEqual([]);
    expect(english.corrections('ozempic ozempic Siobhan ozempic').map(({ start }) => start)).toEqual([
      0, 8, 24,
    ]);
  });

  it('take in as many words as sound like them, and no others', () => {
    const corrector = createTermCorrector([{ term: 'Villa' }, { term: 'Villanueva' }], commonEnglish());
    expect(heard('the villa nueva, villa.', corrector)).toBe('the Villanueva, villa.');
    expect(corrector.corrections('the villa nueva')).toEqual([{ start: 4, end: 15, term: 'Villanueva' }]);
    // A full stop separates them.
    expect(heard('villa. Nueva', corrector)).not.toContain('Villanueva');
  });

  it('are found again and again, however many words come between', () => {
    const many = Array.from({ length: 4100 }, (_, index) => `${1000 + index}`).join('; ');
    expect(heard(`ozempic; ${many}; ozempic; 1001`)).toBe(`Ozempic; ${many}; Ozempic; 1001`);
  });

  it('are found only by spelling and heardAs in other languages', () => {
    expect(heard('Ich nehme ozempic mit Chevron', spelled)).toBe('Ich nehme Ozempic mit Siobhan');
    expect(heard('Ich nehme osempik', spelled)).toBe('Ich nehme osempik');
  });

  it('do not overlap and are in order, and nothing is found a second time', () => {
    const words = fc.constantFrom(
      ...[
        'the',
        'ozempick',
        'novo',
        'nordisc',
        'Chevron',
        'snow',
        'flake',
        'villa',
        'new',
        'eva',
        'und',
        '東京',
      ],
      ...['koober', 'netties', "Shivan's", 'a.', 'S.Q.L.', 'sequel,', '-', 'é'],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        const found = english.corrections(text);
        let from = 0;
        for (const { start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
      }),
      { seed: 20261124 },
    );
  });

  it('change nothing in a page of ordinary English', () => {
    const page =
      'It was a bright cold day in spring, and the clocks were striking thirteen. People hurried home from work with their ' +
      'collars up against the wind. A boy sold newspapers at the corner; nobody bought one. Behind the station a train was ' +
      'late again, as it had been all week, and the man at the counter said that he was sorry, there was nothing he could do. ' +
      'We waited for an hour, drank some tea, and talked about the price of apples, the weather and the new road. In the end ' +
      'my sister called a taxi, since none of us wanted to walk that far with the bags. The driver told us of his children, ' +
      'who were learning to swim, and of a storm that had taken the roof off his garage two years before.';
    expect(heard(page)).toBe(page);
  });
});
