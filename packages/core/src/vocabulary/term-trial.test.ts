import { describe, expect, it } from 'vitest';
import { TRIAL_SENTENCES, trialOf, trialText, withForms } from './term-trial.ts';

const [alone, said, spoke, is] = TRIAL_SENTENCES;

describe('a trial of a term', () => {
  it('speaks the term in every sentence', () => {
    expect(trialText(said, { term: '$& Sons' })).toBe('I said $& Sons again.');
  });

  it('uses what was recognized between the words of a sentence, the most frequent first', async () => {
    const trial = await trialOf({ term: 'Kowalczyk' }, [
      { sentence: alone, heard: 'Kowalczyk.' },
      { sentence: said, heard: 'I said, Culk, chick again.' },
      { sentence: spoke, heard: 'They spoke about Kovalchick for an hour.' },
      { sentence: is, heard: 'This is kovalchick, as you know.' },
    ]);
    expect(trial).toEqual({
      term: 'Kowalczyk',
      sentences: 4,
      right: 1,
      forms: ['Kovalchick', 'Culk chick'],
      ordinary: [],
    });
  });

  it('separates ordinary words and other names from forms that should be listed', async () => {
    const trial = await trialOf({ term: 'Hrovat' }, [
      { sentence: alone, heard: 'Robert.' },
      { sentence: said, heard: 'I said proven to again.' },
      { sentence: spoke, heard: 'They spoke about her hat for an hour.' },
      { sentence: is, heard: 'This is horovatt, as you know.' },
    ]);
    expect(trial.ordinary).toEqual(['Robert', 'proven to', 'her hat']);
    expect(trial.forms).toEqual(['horovatt']);
  });

  it('uses nothing if the sentence itself was not recognized', async () => {
    const trial = await trialOf({ term: 'Vandermeer' }, [
      { sentence: said, heard: 'I said Van der Mergen.' },
      { sentence: spoke, heard: 'They spoke.' },
      { sentence: is, heard: '' },
    ]);
    expect(trial).toMatchObject({ sentences: 3, right: 0, forms: [], ordinary: [] });
  });

  it('treats a term that was recognized as several words with its letters as another form', async () => {
    const trial = await trialOf({ term: 'WireGuard' }, [{ sentence: alone, heard: 'Wire guard.' }]);
    expect(trial).toMatchObject({ right: 0, forms: [] });
  });
});

describe('recognized forms', () => {
  it('are added to those of a term, each once, up to the limit', () => {
    const term = { term: 'Siobhan', heardAs: ['chevron'] };
    expect(withForms(term, { forms: ['Chevron', 'she von'] }).heardAs).toEqual(['chevron', 'she von']);
    expect(withForms(term, { forms: [] })).toBe(term);
    const many = Array.from({ length: 12 }, (_, index) => `form ${index}`);
    expect(withForms(term, { forms: many }).heardAs).toHaveLength(10);
  });
});
