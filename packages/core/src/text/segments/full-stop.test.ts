import { describe, expect, it } from 'vitest';
import { isAbbreviatingStop, looksAtNextWord } from './full-stop.ts';

/**
 * @param next the next word, with a stop if one follows it
 * @param opening what is between the last mark and the stop
 */
const isAbbreviating = (before: string, next: string, language = 'en', opening = ''): boolean =>
  isAbbreviatingStop({
    ...{ language, before, nextWord: next.replace('.', ''), isNextStopped: next.endsWith('.'), opening },
  });

describe('a full stop', () => {
  it.each([
    ['Dr', 'Smith', true],
    ['met Dr', 'he', true],
    ['word', 'Next', false],
    ['', 'Next', false],
    ['!', 'Next', false],
    ['No', '5', true],
    ['No', 'way', false],
    ['No', 'B5', false],
    ['no', 'I', false],
    ['no', 'C', false],
    ['Vol', 'II', true],
    ['vol', 'V', true],
    ['no', 'Very', false],
    ['no', 'IIX', false],
    ['etc', 'iPhone', true],
    ['etc', 'and', true],
    ['etc', 'And', false],
    ['J', 'Smith', true],
    ['J', 'smith', false],
    ['as I', 'He', false],
    ['plan B', 'He', false],
    ['plan B', 'Hewitt', true],
    ['T', 'A.', true],
    ['it is 5 °C', 'Then', false],
    ['it is 5 °C', 'Snow', false],
    ['as I', 'Claudius', true],
    ['as I', 'went', false],
    ['the U.S', 'Army', true],
    ['the U.S', 'He', false],
    ['the U.S', 'he', true],
    ['the U.S', 'and', true],
    ['a.b', 'Then', false],
    ['a.b.c', 'x', true],
    ['saw e.g. Dr', 'Smith', true],
    ['the U.S. Gen', 'Lee', true],
    ['at 5 p.m. Dr', 'Lee', true],
    ['Plan B. No', '5', true],
    ['Plan B. So', 'Five', false],
    ['5', 'May', false],
    ['XX', 'Century', false],
  ])('after "%s" and before "%s" abbreviates in English: %s', (before, nextWord, expected) => {
    expect(isAbbreviating(before, nextWord)).toBe(expected);
  });

  it.each([
    ['de', '5', 'Mai', true],
    ['de', '12', 'Mai', true],
    ['de', '123', 'Mai', false],
    ['de', 'XX', 'Jahrhundert', true],
    ['de', 'um 5', 'Danach', false],
    ['de', 'Ludwig XIV', 'Er', false],
    ['cs', 'do 5', 'Ano', false],
    ['cs', 'do 5', 'května', true],
    ['cs', 'Karel IV', 'Lucemburský', true],
    ['da', 'Storegade 5', 'Se', false],
    ['da', 'den 5', 'maj', true],
    ['de', '60 Mio', 'Menschen', true],
    ['de', '60 Mio', 'Das', false],
    ['de', '60 Mio', 'das', true],
    ['de', '2 Mrd', 'Euro', true],
    ['de', '19 % MwSt', 'Preise', false],
    ['de', 'der Hauptstr', '5', true],
    ['de', 'der Str', '5', true],
    ['nl', 'de Hoofdstr', '5', true],
    ['fr', 'la Hauptstr', '5', false],
    ['de', 'Telefonnr', '0123', true],
    ['de', 'Müller & Co', 'KG', true],
    ['de', 'Müller & Co', 'Sie', false],
    ['de', 'Frau Dr. med', 'Schmidt', true],
    ['fr', 'chap', 'IV', true],
    ['it', 'nel sec', 'XVI', true],
    ['it', 'nel sec', 'Vedi', false],
    ['es', 'fig', 'X', true],
    ['es', 'fig', 'XXC', false],
    ['es', 'el s', 'XVI', true],
    ['pt', 'o séc', 'XVI', true],
    ['de', 'z. B', 'Um', true],
    ['de', 'und z.B', 'um', true],
    ['de', 'z. B. Prof', 'Lee', true],
    ['de', 'kennt z', 'B.', true],
    ['de', 'kennt z', 'B', false],
    ['de', 'kennt z', 'C.', false],
    ['de', 'ist i', 'd.', true],
    ['de', 'ist i. d', 'R.', true],
    ['de', '500 v', 'Chr.', true],
    ['fr', 'vu p', 'ex.', true],
    ['xx', 'kennt z', 'B.', false],
    ['ru', 'т. е. проф', 'Иванов', true],
    ['fr', '5', 'mai', false],
    ['ru', 'В 1999 г', 'Потом', false],
    ['ru', 'в 1999 г', 'потом', true],
    ['ru', 'в г', 'Москва', true],
    ['ru', 'в XX в', 'Потом', false],
    ['ru', 'и т. д', 'потом', true],
    ['ru', 'и т. д', 'Потом', false],
    ['de', 'the U.S', 'he', true],
    ['de', 'in den U.S.A', 'Das', false],
    ['de', 'in den U.S.A', 'Farmer', true],
    ['de', 'z.B', 'Der', true],
  ])('in %s after "%s" and before "%s" abbreviates: %s', (language, before, nextWord, expected) => {
    expect(isAbbreviating(before, nextWord, language)).toBe(expected);
  });

  it.each([
    ['en', 'At 5 p.m', 'Kim', true],
    ['en', 'At 5 p.m', 'She', false],
    ['en', 'at 5 p.m', 'Kim', false],
    ['en', 'Come at 5 p.m', 'Kim', false],
    ['en', 'In about 500 B.C', 'Rome', true],
    ['en', 'In May or so 500 B.C', 'Rome', false],
    ['en', 'Until 5:30 p.m', 'Kim', true],
    ['en', 'See 5 p.m', 'Kim', false],
    ['en', 'Acme Inc', 'Kim', false],
    ['ru', 'В 1999 г', 'Россия', true],
    ['ru', 'В XX в', 'Россия', true],
    ['ru', 'В начале 1999 г', 'Россия', true],
    ['ru', 'В 1990–1995 гг', 'Россия', true],
    ['ru', 'В 1999 г', 'Потом', false],
    ['ru', 'Был 1999 г', 'Россия', false],
    ['pl', 'W 1999 r', 'Polska', true],
    ['pl', 'To było w 1999 r', 'Polska', false],
    ['it', 'Nel 500 a.C', 'Roma', true],
    ['xx', 'In 5 etc', 'Roma', false],
  ])('in %s after the whole of "%s" and before "%s" abbreviates: %s', (language, before, next, expected) => {
    expect(isAbbreviating(before, next, language, before)).toBe(expected);
  });

  it.each([
    ['1', true],
    ['123', true],
    ['1234', false],
    ['a', true],
    ['word', false],
  ])('after the item "%s" abbreviates: %s', (before, expected) => {
    expect(isAbbreviating(before, 'wash', 'en', before)).toBe(expected);
    expect(isAbbreviating(before, 'wash', 'en')).toBe(false);
  });

  it('after the number or letter of an item abbreviates before any word', () => {
    for (const [before, next, language] of [
      ['1', 'Die', 'de'],
      ['II', 'Die', 'xx'],
      ['A', 'Die', 'de'],
      ['A', 'The', 'en'],
    ] as const) {
      expect(isAbbreviating(before, next, language, before)).toBe(before !== 'II');
      expect(isAbbreviating(before, next, language)).toBe(false);
    }
    expect(isAbbreviating('A', 'word', 'en', 'A')).toBe(false);
  });

  it('at the end of a paragraph ends its sentence', () => {
    for (const before of ['Dr', 'No', 'J', 'etc']) expect(isAbbreviating(before, '')).toBe(false);
  });

  it('depends on the last word before it, however long the text is', () => {
    expect(isAbbreviating(`${'x'.repeat(100)} Dr`, 'Smith')).toBe(true);
  });
});

it.each([
  ['en', 'as I', true],
  ['en', 'the U.S', true],
  ['en', 'z. B', true],
  ['en', 'Dr', false],
  ['de', 'z.B', false],
  ['de', 'den U.S.A', true],
  ['fr', 'aux U.S.A', false],
  ['en', 'e.g', false],
  ['en', 'at 5 p.m', false],
  ['en', 'At 5 p.m', true],
  ['ru', 'В 1999 г', true],
  ['ru', 'в 1999 г', false],
  ['it', 'Nel 500 a.C', false],
  ['de', 'kennt z', true],
  ['de', 'ist i. d', true],
  ['fr', 'kennt z', false],
  ['de', 'K', true],
  ['fr', 'K', false],
  ['de', 'am 5', true],
  ['cs', 'do 5', false],
  ['de', '5 Mio', true],
  ['de', 'usw', false],
])('in %s after "%s" looks at all of the next word: %s', (language, before, expected) => {
  expect(looksAtNextWord({ language, before, opening: before }, 'H')).toBe(expected);
});

it.each(['no', 'cap', 'No'])('looks at all of what may be a Roman number after "%s"', (before) => {
  for (const [letter, expected] of [
    ['I', true],
    ['C', true],
    ['D', false],
    ['h', false],
  ] as const)
    expect(looksAtNextWord({ language: 'en', before: `see ${before}`, opening: '' }, letter)).toBe(expected);
  expect(looksAtNextWord({ language: 'en', before: 'so', opening: '' }, 'I')).toBe(false);
});
