import { describe, expect, it } from 'vitest';
import { readTable } from '../../../test/support/readings.ts';
import type { ReadingForm } from '../reading-form.ts';
import { readAloud } from './read-aloud.ts';

describe('reading aloud', () => {
  it('reports which stretch of the written text each reading replaces', () => {
    const written = 'Pay $42 on 23 Nov, e.g. by phone.';
    const { text, readings } = readAloud(written, 'en-US');
    expect(
      readings.map(({ start, end, spokenStart, spokenEnd }) => [
        written.slice(start, end),
        text.slice(spokenStart, spokenEnd),
      ]),
    ).toEqual([
      ['$42', 'forty-two dollars'],
      ['23 Nov', 'the twenty-third of November'],
      ['e.g.', 'for example'],
    ]);
  });

  it('speaks everything between two readings as it is written', () => {
    for (const { written } of [...readTable('en.tsv'), ...readTable('de.tsv')]) {
      const { text, readings } = readAloud(written, 'en-US');
      let writtenTo = 0;
      let spokenTo = 0;
      for (const { start, end, spokenStart, spokenEnd } of readings) {
        expect(text.slice(spokenTo, spokenStart)).toBe(written.slice(writtenTo, start));
        [writtenTo, spokenTo] = [end, spokenEnd];
      }
      expect(text.slice(spokenTo)).toBe(written.slice(writtenTo));
    }
  });

  it('removes Markdown signs in every language, and reads nothing else if it has no forms', () => {
    expect(readAloud('**Attenzione:** [prezzo](https://example.com) 3,50 €', 'it-IT').text).toBe(
      'Attenzione: prezzo 3,50 €',
    );
    expect(readAloud('**Achtung:** [Preis](https://example.com) 3,50 €', 'de-DE').text).toBe(
      'Achtung: Preis 3 Euro 50',
    );
  });

  it('leaves a text that would otherwise be empty', () => {
    expect(readAloud('# ', 'en-US')).toEqual({ text: '# ', readings: [] });
  });

  it.each([
    ['en-US', 'on 3/4/2026', 'on March fourth, twenty twenty-six'],
    ['en-GB', 'on 3/4/2026', 'on the third of April twenty twenty-six'],
    ['en-US', 'He got **$5**', 'He got five dollars'],
    ['de-DE', '**ja** 3,50 €', 'ja 3 Euro 50'],
    ['fr-FR', '**oui** 3,50 €', 'oui 3 euros 50'],
    ['es-ES', '**sí** 3,50 €', 'sí 3 euros con 50'],
    ['es-ES', '**sí** €3.50', 'sí €3.50'],
    ['es-US', '**sí** €3.50', 'sí 3 euros con 50'],
    ['it-IT', '**sì** 3,50 €', 'sì 3,50 €'],
  ] as const)('uses the forms of the language and region: %s: %s', (language, written, spoken) => {
    expect(readAloud(written, language).text).toBe(spoken);
  });

  it('applies no form to the words of an earlier one, and skips a form without words', () => {
    const year: ReadingForm = { pattern: /1999/g, read: () => 'the year 1999' };
    expect(readAloud('in 1999', 'en-US', { terms: [year] }).text).toBe('in the year 1999');
    const nothing: ReadingForm = { pattern: /so/g, read: () => undefined };
    expect(readAloud('so $5', 'en-US', { terms: [nothing] }).text).toBe('so five dollars');
  });

  const term: ReadingForm = { pattern: /kubectl/g, read: () => 'cube control' };

  it('reads terms before everything else, and nothing but them where that is asked for', () => {
    const written = 'Pay $5 for kubectl';
    expect(readAloud(written, 'en-US', { terms: [term] }).text).toBe('Pay five dollars for cube control');
    expect(readAloud(written, 'en-US', { terms: [term], termsOnly: true }).text).toBe(
      'Pay $5 for cube control',
    );
    expect(readAloud('Pay for kubectl', 'en-US', { terms: [term] })).toEqual({
      text: 'Pay for cube control',
      readings: [{ start: 8, end: 15, spokenStart: 8, spokenEnd: 20 }],
    });
    expect(readAloud(written, 'en-US', { termsOnly: true })).toEqual({ text: written, readings: [] });
  });
});

/** In a language without forms of its own. Each row is what is written and what is left of it. */
describe('Markdown', () => {
  it.each([
    ['# One', 'One'],
    ['#### One', 'One'],
    ['####### One', '####### One'],
    ['## > One', 'One'],
    ['>> One', 'One'],
    ['>One', 'One'],
    ['> 5 apples', '> 5 apples'],
    ['>5 apples', '>5 apples'],
    ['a # b > c', 'a # b > c'],
    ['[x] One', 'One'],
    ['[X] One', 'One'],
    ['[ ] One', 'One'],
    ['[y] One', '[y] One'],
    ['a [x] b', 'a [x] b'],
    ['See [the docs](https://a.b/c) now', 'See the docs now'],
    ['See [docs](a_(b)_c) now', 'See docs now'],
    ['See [docs](a(b c) now', 'See docs](a(b c) now'],
    ['See [docs](a(b)c d) now', 'See docs](a(b)c d) now'],
    ['See [docs](a(b)(c)) now', 'See docs](a(b)(c)) now'],
    ['See [docs](a(long)es) now', 'See docs now'],
    ['![a picture](x)', 'a picture'],
    ['[docs] (x) [](x) ](x)', '[docs] (x) [](x) ](x)'],
    ['**bold**, *slanted* (*both*) ***all***.', 'bold, slanted (both) all.'],
    ['2*3*4 a * b * c a*b*', '2*3*4 a * b * c a*b'],
    ['**a b** c **d', 'a b c **d'],
    ['é*a* 1*a* -*a*', 'é*a 1*a -a'],
    ['a*é a*1 a*-', 'a*é a*1 a-'],
    ['__bold__, _slanted_ (_both_) ___all___.', 'bold, slanted (both) all.'],
    ['snake_case_name a _ b _ c __init__', 'snake_case_name a _ b _ c init'],
    ['_a b_ c __d', 'a b c __d'],
    ['é_a_ 1_a_ -_a_', 'é_a 1_a -a'],
    ['a_é a_1 a_-', 'a_é a_1 a-'],
    ['~~no~~ `code` ```more```', 'no code more'],
  ])('of %s leaves %s', (written, left) => {
    expect(readAloud(written, 'it-IT').text).toBe(left);
  });

  it.each(['`', '``'])('leaves one reading for %s', (signs) => {
    expect(readAloud(`${signs}code`, 'it-IT').readings).toEqual([
      { start: 0, end: signs.length, spokenStart: 0, spokenEnd: 0 },
    ]);
  });
});
