import { describe, expect, it } from 'vitest';
import {
  faultsOf,
  fieldsOf,
  isListed,
  termOf,
  withChange,
  withForms,
} from '../browser/console/vocabulary/term-fields.ts';

const SIOBHAN = { term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron', 'she von'] };
const OZEMPIC = { term: 'Ozempic' };

describe('the fields of a term', () => {
  it('contain the values of the term', () => {
    expect(fieldsOf(SIOBHAN)).toEqual({ term: 'Siobhan', saidAs: 'shivawn', heardAs: 'chevron\nshe von' });
    expect(termOf(fieldsOf(SIOBHAN))).toEqual(SIOBHAN);
    expect(termOf({ term: ' Ozempic ', saidAs: ' ', heardAs: '\n \n' })).toEqual(OZEMPIC);
  });

  it('change only one term of a list', () => {
    const terms = [SIOBHAN, OZEMPIC];
    expect(withChange(terms, undefined, { term: 'Nvidia' })).toEqual([...terms, { term: 'Nvidia' }]);
    expect(withChange(terms, 'Siobhan', { term: 'Shivaun' })).toEqual([{ term: 'Shivaun' }, OZEMPIC]);
    expect(withChange(terms, 'Siobhan', undefined)).toEqual([OZEMPIC]);
    // Somebody else has deleted it.
    expect(withChange([OZEMPIC], 'Siobhan', SIOBHAN)).toEqual([OZEMPIC, SIOBHAN]);
    expect(isListed(terms, 'Ozempic', undefined)).toBe(true);
    expect(isListed(terms, 'Ozempic', 'Ozempic')).toBe(false);
  });

  it.each([
    [
      'terms.1.term has 81 characters; the limit is 80.',
      { term: 'Term has 81 characters; the limit is 80.' },
    ],
    ['terms.1.saidAs must be a string.', { saidAs: 'Said as must be a string.' }],
    ['terms.1.heardAs.2 has 90 characters.', { heardAs: 'May be heard as, line 3, has 90 characters.' }],
    ['terms.1.heardAs has 11 forms.', { heardAs: 'May be heard as has 11 forms.' }],
    ['terms has 1001 terms; the limit is 1000.', { form: 'The list has 1001 terms; the limit is 1000.' }],
    ['terms.0.term is wrong.', { form: 'terms.0.term is wrong.' }],
    ['The server does not answer.', { form: 'The server does not answer.' }],
  ])('show a refusal at the field that it names: %s', (message, faults) => {
    expect(faultsOf({ message }, 1)).toEqual(faults);
  });

  it('get the new misheard forms in addition to their own', () => {
    const trials = [
      { term: 'Siobhan', forms: ['Chevron', 'shibon'] },
      { term: 'gone', forms: ['x'] },
    ];
    expect(withForms([SIOBHAN, OZEMPIC], trials)).toEqual([
      { ...SIOBHAN, heardAs: ['chevron', 'she von', 'shibon'] },
      OZEMPIC,
    ]);
    expect(withForms([OZEMPIC], trials)).toBeUndefined();
  });
});
