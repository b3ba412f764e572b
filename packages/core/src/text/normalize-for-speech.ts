/** Emoji and their parts. `©`, `®` and `™` are read aloud, so they stay; so do the digits of keycaps. */
const EMOJI =
  / ?(?:[[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]--[©®™ℹⓂ]](?:[\u{FE0F}\u{200D}\u{20E3}\u{E0020}-\u{E007F}]| (?=[\p{Extended_Pictographic}--[©®™ℹⓂ]]))*)+/gv;
const CLOSE_TO_WORD = /[\s\p{Pe}\p{Pf}\p{STerm},;:…،؛，；：、]/u;

/**
 * Controls, private use, noncharacters, replacement signs, and everything that Unicode calls ignorable: zero-width and
 * bidi marks, soft hyphens, variation selectors, tags and Hangul fillers. The two joiners have a separate rule.
 */
const REMOVED =
  /[[\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFD\u20E3]--[\n\t\u200C\u200D]]/gv;

/**
 * Joiners that change no sound: all except those after a letter or sign of a script that spells with them. ZWNJ separates
 * Persian morphemes and Indic half forms; ZWJ builds Indic half forms and, at a word's end, Malayalam chillus.
 */
const IDLE_JOINER =
  /(?<![[\p{L}\p{M}]&&[\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Sinh}]])[\u200C\u200D]+|\u200C+(?![\p{L}\p{M}])/gv;

/** No word of the catalogue's languages stacks more signs on a letter, and a voice's lexicon may fail with more. */
const STACKED_SIGNS = /(\p{M}{6})\p{M}+/gu;

const JOINER_RUN = /([\u200C\u200D])[\u200C\u200D]+/g;
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Also collapsed before everything else, since the patterns below would take quadratic time for long runs. */
const SPACES = /[^\S\n]+/g;
const APOSTROPHE = /(?<=\p{L})[\u2019\u02BC](?=\p{L})/gu;
const FULL_WIDTH_LETTER = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g;
const DOUBLE_MARK = /[\u203C\u2047-\u2049]/g;
const DOUBLE_MARKS: Readonly<Record<string, string>> = { '‼': '!!', '⁇': '??', '⁈': '?!', '⁉': '!?' };

/** A rule drawn with signs. Not dots: they are an ellipsis. */
const DRAWN_RULE = /(?<!\S)([-=_*~#+—–―‐─━═|])\1{2,}(?!\S)/gu;
const DOTS = /\.{4,}/g;
const SHOUT = /[!?！？]{3,}/g;
const REPEATED = /([[\p{P}\p{S}]--[.\/]])\1{2,}/gv;
const BULLET = /(^|\n+)(?:[•‣◦▪●○■□*·–—-] )+(?=\S)/gu;

/**
 * Prepares a text for a voice: removes what engines cannot handle and what makes no sound.
 *
 * - Composed form (NFC); line breaks of every kind become `\n`, at most two in a row; other white space one space.
 * - Dropped: lone surrogates, control, private-use, zero-width and bidi characters, variation selectors, soft
 *   hyphens, emoji (no voice here can read them), bullets at a line's start (the line becomes a
 *   paragraph) and drawn rules (`-----`). The joiners
 *   ZWNJ and ZWJ stay in the scripts that spell with them.
 * - Runs of marks are shortened: `!!!!!!` to `!`, `?!?!` to `?!`, `.......` to `...`.
 * - An apostrophe inside a word becomes `'`, full-width letters and digits their plain forms. Quotes and dashes stay,
 *   because they matter for segmentation and prosody.
 *
 * @returns trimmed text, never longer in code points except for double marks (`‼` becomes `!!`)
 */
export function normalizeForSpeech(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_BREAK, '\n')
    .replace(SPACES, ' ')
    .replace(DOUBLE_MARK, (mark) => DOUBLE_MARKS[mark] ?? mark)
    .replace(EMOJI, keepWordsApart)
    .replace(REMOVED, '')
    .replace(JOINER_RUN, '$1')
    .replace(IDLE_JOINER, '')
    .normalize('NFC')
    .replace(STACKED_SIGNS, '$1')
    .replace(APOSTROPHE, "'")
    .replace(FULL_WIDTH_LETTER, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(DRAWN_RULE, ' ')
    .replace(DOTS, '...')
    .replace(SHOUT, (marks) => [...new Set(marks)].join(''))
    .replace(REPEATED, '$1')
    .replace(SPACES, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(BULLET, (_, lines: string) => (lines === '' ? '' : '\n\n'))
    .trim();
}

/** An emoji between two words becomes a space; before a mark or a space it becomes nothing. */
function keepWordsApart(emoji: string, offset: number, text: string): string {
  const next = text.codePointAt(offset + emoji.length);
  return next === undefined || CLOSE_TO_WORD.test(String.fromCodePoint(next)) ? '' : ' ';
}
