import { describe, expect, it } from 'vitest';
import { abbreviationKinds, beginsAbbreviation, writesOrdinalsWithStop } from './abbreviations.ts';

const WORDS: readonly (readonly [language: string, joined: string, beforeNumber: string, mayEnd: string])[] =
  [
    ['en', 'approx', 'feb', 'esq'],
    ['es', 'excmo', 'núm', 'hnos'],
    ['fr', 'mlle', 'chap', 'cie'],
    ['de', 'bzw', 'aufl', 'usw'],
    ['it', 'spett', 'pagg', 'ecc'],
    ['pt', 'exma', 'págs', 'ltda'],
    ['ca', 'excm', 'pàg', 'cia'],
    ['ro', 'dlui', 'alin', 'ș.a'],
    ['nl', 'mevr', 'blz', 'enz'],
    ['af', 'mnr', 'bl', 'ens'],
    ['sv', 't.ex', 'sid', 'osv'],
    ['da', 'f.eks', 'tlf', 'osv'],
    ['no', 'f.eks', 'nr', 'osv'],
    ['is', 't.d', 'bls', 'o.fl'],
    ['fi', 'esim', 'puh', 'jne'],
    ['ru', 'проф', 'рис', 'руб'],
    ['uk', 'проф', 'рис', 'грн'],
    ['bg', 'инж', 'фиг', 'лв'],
    ['sr', 'нпр', 'стр', 'итд'],
    ['pl', 'np', 'rozdz', 'itd'],
    ['cs', 'např', 'obr', 'atd'],
    ['sk', 'napr', 'obr', 'atď'],
    ['hu', 'ifj', 'kötet', 'stb'],
    ['tr', 'örn', 'cilt', 'vb'],
    ['lv', 'piem', 'lpp', 'utt'],
    ['el', 'πρβλ', 'σελ', 'κλπ'],
    ['vi', 'ths', 'tr', 'vv'],
    ['id', 'bpk', 'hlm', 'dll'],
    ['ms', 'tmn', 'hlm', 'bhd'],
    ['fil', 'gng', 'blg', 'atbp'],
    ['ar', 'أ', 'ص', 'الخ'],
    ['hi', 'डॉ', 'पृ', 'आदि'],
    ['bn', 'ডা', 'পৃ', 'লি'],
    ['gu', 'શ્રી', 'પૃ', 'લિ'],
    ['pa', 'ਡਾ', 'ਨੰ', 'ਲਿ'],
    ['ta', 'திரு', 'எண்', 'லிமி'],
    ['te', 'డా', 'నం', 'లి'],
    ['kn', 'ಡಾ', 'ನಂ', 'ಲಿ'],
    ['ml', 'ഡോ', 'നം', 'ലി'],
    ['th', 'ดร', 'โทร', 'กม'],
  ];

describe('abbreviations', () => {
  it.each(WORDS)('of %s are of their kinds', (language, joined, beforeNumber, mayEnd) => {
    const kinds = [joined, beforeNumber, mayEnd].map((word) =>
      abbreviationKinds(language, word.normalize('NFC')),
    );
    expect(kinds).toEqual([
      expect.arrayContaining(['joined']),
      expect.arrayContaining(['beforeNumber']),
      expect.arrayContaining(['mayEnd']),
    ]);
  });

  it('that many languages share are known in every one, in any case', () => {
    for (const language of ['en', 'de', 'xx']) {
      expect(abbreviationKinds(language, 'Dr')).toContain('joined');
      expect(abbreviationKinds(language, 'No')).toContain('beforeNumber');
      expect(abbreviationKinds(language, 'ETC')).toContain('mayEnd');
    }
    expect(abbreviationKinds('xx', 'bzw')).toEqual([]);
    expect(abbreviationKinds('en', '')).toEqual([]);
  });

  it('of several parts are known by each beginning', () => {
    for (const word of ['z', 'Z', 'i', 'i.d', 'v']) expect(beginsAbbreviation('de', word)).toBe(true);
    for (const word of ['z.b', 'i.d.r', 'usw', '', 'z.']) expect(beginsAbbreviation('de', word)).toBe(false);
    expect(beginsAbbreviation('xx', 'z')).toBe(false);
    expect(beginsAbbreviation('xx', 'e')).toBe(true);
  });

  it('may be of several kinds', () => {
    expect(abbreviationKinds('ru', 'г')).toEqual(['afterNumber']);
    expect(abbreviationKinds('uk', 'м')).toEqual(['afterNumber']);
    expect(abbreviationKinds('bg', 'в')).toEqual(['afterNumber']);
    expect(abbreviationKinds('de', 'jh')).toEqual(['beforeNumber', 'mayEnd']);
  });
});

it.each(['de', 'da', 'no', 'fi', 'is', 'cs', 'sk', 'pl', 'sr', 'lv', 'hu', 'tr'])(
  'writes ordinals with a stop in %s',
  (language) => {
    expect(writesOrdinalsWithStop(language)).toBe(true);
  },
);
it.each(['en', 'fr', 'ru', 'xx'])('writes no ordinals with a stop in %s', (language) => {
  expect(writesOrdinalsWithStop(language)).toBe(false);
});
