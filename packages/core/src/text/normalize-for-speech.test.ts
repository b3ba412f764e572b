import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSpeech } from './normalize-for-speech.ts';

describe('normalizeForSpeech', () => {
  it.each([
    ['composes letters', 'e\u0301te\u0301', 'été'],
    ['drops controls', 'a\u0000b\u0007c\u007f', 'abc'],
    ['drops zero-width signs', 'so\u200bft\u00ad, \ufeffok\u2060', 'soft, ok'],
    ['drops bidi marks', '\u202eabc\u202c \u2066d\u2069\u200f', 'abc d'],
    ['drops lone surrogates', 'a\ud800b\udc00', 'ab'],
    ['drops private use and noncharacters', 'a\ue000\u{f0000}\ufdd0b', 'ab'],
    ['drops emoji and leaves one space', 'Hi 👋🏽 there', 'Hi there'],
    ['parts words that only an emoji parted', 'Hi👋there', 'Hi there'],
    ['leaves no space before a mark', 'Great 🎉! Yes 👨‍👩‍👧.', 'Great! Yes.'],
    ['drops flags and hearts', 'A 🇩🇪🇫🇷 B ❤️', 'A B'],
    ['keeps the digit of a keycap', 'Press 1️⃣ now', 'Press 1 now'],
    ['keeps signs that are read', '© 2026 Acme™', '© 2026 Acme™'],
    ['drops variation selectors', 'a\ufe0f葛\u{e0100}', 'a葛'],
    ['keeps ZWNJ between Persian letters', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['keeps ZWJ after a virama at the end', 'അവന്\u200d പോയി', 'അവന്\u200d പോയി'],
    ['keeps ZWNJ inside an Indic word', 'क्\u200cष', 'क्\u200cष'],
    ['drops joiners in Latin words', 'a\u200db\u200cc', 'abc'],
    ['keeps one joiner of many', 'می\u200c\u200c\u200cخ', 'می\u200cخ'],
    ['shortens shouts', 'No!!!!!! What?!?!?!', 'No! What?!'],
    ['keeps two marks', 'No!! What?!', 'No!! What?!'],
    ['shortens dots to an ellipsis', 'Well........ yes', 'Well... yes'],
    ['shortens other runs', 'a,,,,b ~~~~c', 'a,b ~c'],
    ['drops drawn rules', 'One\n-----\nTwo\n* * *\n=====', 'One\n\nTwo\n\n*'],
    ['makes bullets paragraphs', 'List\n- one\n• two', 'List\n\none\n\ntwo'],
    ['keeps a negative number at the start of a line', '-5 degrees', '-5 degrees'],
    ['unifies line breaks', 'a\r\nb\rc\u2028d\u2029\u2029\u2029e', 'a\nb\nc\nd\n\ne'],
    ['unifies white space', '  a\t\u00a0b\u3000c \n d ', 'a b c\nd'],
    ['makes apostrophes plain', 'don’t l’été', "don't l'été"],
    ['keeps quotes and dashes', '“Yes” — ‘no’', '“Yes” — ‘no’'],
    ['makes full-width letters plain', 'ＡＢＣ１２３ｘ', 'ABC123x'],
    ['parts double marks', 'What⁉ No‼', 'What!? No!!'],
    ['limits stacked signs', `e${'\u0323'.repeat(50)}`, `ẹ${'\u0323'.repeat(6)}`],
    ['leaves a web address alone', 'file:///home and https://a.b/c', 'file:///home and https://a.b/c'],
  ])('%s', (_rule, text, expected) => {
    expect(normalizeForSpeech(text)).toBe(expected);
  });

  it('gives well-formed, trimmed text without controls for every input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '👋', ' ', '\n', '!'))),
        (parts) => {
          const text = normalizeForSpeech(parts.join(''));
          expect(text.isWellFormed()).toBe(true);
          expect(text).toBe(text.trim());
          expect(text).not.toMatch(/[\p{Cs}\p{Co}\u200b\ufeff]|(?!\n)\p{Cc}|\n{3}| {2}/u);
        },
      ),
    );
  });
});
