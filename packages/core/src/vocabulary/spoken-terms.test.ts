import { describe, expect, it } from 'vitest';
import { readAloud } from '../text/reading/read-aloud.ts';
import { spokenTerms } from './spoken-terms.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

const TERMS: readonly VocabularyTerm[] = [
  { term: 'Nguyen', saidAs: 'nwin' },
  { term: 'Nguyen Corp', saidAs: 'nwin corporation' },
  { term: 'kubectl', saidAs: 'cube control' },
  { term: 'C++', saidAs: 'see plus plus' },
  { term: '$HOME', saidAs: 'home folder' },
  { term: 'IT', saidAs: 'eye tea' },
  { term: '東京', saidAs: 'tokyo' },
  { term: "O'Neill", saidAs: 'oh neel' },
  { term: 'Ozempic' },
];
const terms = spokenTerms(TERMS);
const spoken = (text: string) => readAloud(text, 'en-US', { terms }).text;

describe('terms in a text that is spoken', () => {
  it.each([
    ['Ask Nguyen.', 'Ask nwin.'],
    ["Nguyen's desk", "nwin's desk"],
    ['Nguyen  Corp pays $42.', 'nwin corporation pays forty-two dollars.'],
    ['Run KUBECTL or Kubectl.', 'Run cube control or cube control.'],
    ['**Nguyen** wrote `C++` in $HOME', 'nwin wrote see plus plus in home folder'],
    ['IT is it', 'eye tea is it'],
    ['在東京站', '在tokyo站'],
    ["Mr. O'Neill", 'Mister oh neel'],
    ['Dr. Nguyen and Nguyen Inc. pay', 'Doctor nwin and nwin Incorporated pay'],
    ['NGUYEN, nguyen', 'NGUYEN, nguyen'],
    ['Nguyens kubectls ITem', 'Nguyens kubectls ITem'],
    ['Ozempic', 'Ozempic'],
  ])('%s', (written, said) => {
    expect(spoken(written)).toBe(said);
  });

  it('are read even if nothing else is', () => {
    const { text, readings } = readAloud('Ask Nguyen for $5', 'en-US', { terms, termsOnly: true });
    expect(text).toBe('Ask nwin for $5');
    expect(readings).toEqual([{ start: 4, end: 10, spokenStart: 4, spokenEnd: 8 }]);
  });

  it('need no form if all are spoken as they are written', () => {
    expect(spokenTerms([{ term: 'Ozempic' }])).toEqual([]);
  });
});
