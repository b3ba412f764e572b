import { describe, expect, it } from 'vitest';
import { phraseRole } from './phrase-words.ts';

/** A conjunction, a preposition and an article or the like of each language, as far as it has them. */
const WORDS: readonly (readonly [
  language: string,
  links: string,
  opens?: string | undefined,
  leans?: string,
])[] = [
  ['en', 'because', 'between', 'the'],
  ['es', 'aunque', 'hacia', 'los'],
  ['fr', 'lorsque', 'pendant', 'les'],
  ['de', 'obwohl', 'zwischen', 'einen'],
  ['it', 'mentre', 'della', 'gli'],
  ['pt', 'enquanto', 'desde', 'umas'],
  ['ca', 'mentre', 'sobre', 'els'],
  ['ro', 'deoarece', 'între', 'este'],
  ['nl', 'terwijl', 'tussen', 'het'],
  ['af', 'terwyl', 'tussen', 'die'],
  ['sv', 'eftersom', 'mellan', 'ett'],
  ['da', 'fordi', 'mellem', 'et'],
  ['no', 'fordi', 'mellom', 'ei'],
  ['is', 'meðan', 'milli', 'ekki'],
  ['fi', 'koska', undefined, 'hyvin'],
  ['ru', 'потому', 'между', 'очень'],
  ['uk', 'якщо', 'між', 'дуже'],
  ['bg', 'защото', 'между', 'много'],
  ['sr', 'ali', 'između', 'vrlo'],
  ['pl', 'ponieważ', 'między', 'bardzo'],
  ['cs', 'protože', 'mezi', 'velmi'],
  ['sk', 'pretože', 'medzi', 'veľmi'],
  ['hu', 'hogy', undefined, 'egy'],
  ['tr', 'çünkü', undefined, 'bir'],
  ['lv', 'kamēr', 'starp', 'ļoti'],
  ['el', 'επειδή', 'χωρίς', 'είναι'],
  ['vi', 'nhưng', 'trong', 'những'],
  ['id', 'karena', 'dengan', 'sebuah'],
  ['ms', 'kerana', 'daripada', 'ialah'],
  ['fil', 'ngunit', 'hanggang', 'ang'],
  ['ar', 'ولكن', 'إلى', 'هذا'],
  ['hi', 'लेकिन', undefined, 'बहुत'],
  ['bn', 'কিন্তু'],
  ['gu', 'અને'],
  ['pa', 'ਅਤੇ'],
  ['ta', 'அல்லது'],
  ['te', 'లేదా'],
  ['kn', 'ಅಥವಾ'],
  ['ml', 'പക്ഷേ'],
  ['ko', '그러나'],
  ['ja', 'しかし'],
  ['zh', '但是'],
  ['yue', '但係'],
  ['th', 'เพราะ', 'จาก'],
];

describe('function words', () => {
  it.each(WORDS.map(([language, links, opens, leans]) => ({ language, roles: { links, opens, leans } })))(
    'of $language have their roles',
    ({ language, roles }) => {
      for (const [role, word] of Object.entries(roles))
        if (word !== undefined) expect(phraseRole(language, word.normalize('NFC'))).toBe(role);
    },
  );

  it('are lower-case words of their own language alone', () => {
    expect(phraseRole('en', 'The')).toBeUndefined();
    expect(phraseRole('en', 'obwohl')).toBeUndefined();
    expect(phraseRole('en', '')).toBeUndefined();
    expect(phraseRole('xx', 'the')).toBeUndefined();
  });

  it('rather link than open, and rather open than lean', () => {
    // "After" is a conjunction and a preposition.
    expect(phraseRole('en', 'after')).toBe('links');
    expect(phraseRole('de', 'seit')).toBe('opens');
  });
});
