import { isAbbreviatingStop, looksAtNextWord } from './full-stop.ts';
import { AFTER_URL, CANDIDATE, kindOfRun, type MarkKind, STANDS_ALONE } from './marks.ts';
import { sentenceEnds } from './segmenters.ts';

/** What ends at a place; places between words have lower levels. */
export type BreakLevel = 'clause' | 'strong-clause' | 'sentence' | 'paragraph';

/** A place where a mark separates two parts of the text. */
export interface MarkBreak {
  /** Where the next stretch begins, in UTF-16 code units; white space may follow. */
  readonly at: number;
  readonly level: BreakLevel;
  readonly kind: MarkKind;
  /** Where the scan continues after it. */
  readonly scanFrom: number;
}

/** A scan of a text that still grows. */
export interface ScanGrowth {
  /** `scanFrom` and `at` of the last break found; 0 at the beginning. */
  readonly scanFrom: number;
  readonly lastBreak: number;
  /** More text can't change candidates that end up to here. The scan stops before the next one. */
  readonly sureUntil: number;
}

export interface ScanOptions {
  readonly language: string;
  /** Whether each line break separates parts of the text, even if it looks like wrapped text. */
  readonly isEveryLineBreakMeant: boolean;
}

/** In scripts without capitals, a line at least this long that ends without a mark was wrapped by an editor. */
const WRAPPED_LINE_UNITS = 50;
const LAST_SIGN = /\S$/u;
const NEXT_WORD = /[\s\p{P}]*([\p{L}\p{M}\p{N}]+|\S|$)/uy;
/** No word is this long, so longer ones need not be read to their end. */
const CONTEXT_UNITS = 64;

/**
 * Finds the marks that separate parts of a normalized text, in order, but not marks inside numbers, times, versions, web and mail
 * addresses, file names and abbreviations.
 *
 * @param growth absent: the text is complete
 * @returns where the first candidate begins that more text may change; the text's length if there is none
 */
export function* scanMarks(
  text: string,
  options: ScanOptions,
  { scanFrom, lastBreak, sureUntil }: ScanGrowth = WHOLE,
): Generator<MarkBreak, number, undefined> {
  const candidates = new RegExp(CANDIDATE);
  candidates.lastIndex = scanFrom;
  const scan: Scan = { text, options, endsSentence: sentenceEndsFrom(text, lastBreak, options), lastBreak };
  for (let found = candidates.exec(text); found !== null; found = candidates.exec(text)) {
    const start = found.index;
    const { url, line, dash } = found.groups ?? {};
    const isSure = start + found[0].length <= sureUntil || isSureByNextSign(scan, start, found.groups?.run);
    if (!isSure) return start;
    if (url !== undefined) {
      candidates.lastIndex -= AFTER_URL.exec(url)?.[0].length ?? 0;
      continue;
    }
    const run = found[0] + frenchQuoteAt(text, start + found[0].length, options.language);
    const place = { start, end: start + run.length, run };
    const broken = breakAt(scan, place, { isLine: line !== undefined, isDash: dash !== undefined });
    if (broken === undefined) continue;
    scan.lastBreak = broken.at;
    yield { ...broken, scanFrom: candidates.lastIndex };
  }
  return text.length;
}

const WHOLE: ScanGrowth = { scanFrom: 0, lastBreak: 0, sureUntil: Number.POSITIVE_INFINITY };
/** The rules for sentences look back over closing marks and spaces, of which no text has that many. */
const SENTENCE_CONTEXT_UNITS = 256;

/** The sentences that the platform finds after a place do not depend on the text far before it. */
function sentenceEndsFrom(text: string, from: number, { language }: ScanOptions) {
  const offset = Math.max(0, from - SENTENCE_CONTEXT_UNITS);
  const ends = sentenceEnds(text.slice(offset), language);
  return (start: number, end: number) => ends(start - offset, end - offset);
}

type FoundBreak = Omit<MarkBreak, 'scanFrom'>;

interface PlaceKind {
  readonly isLine: boolean;
  readonly isDash: boolean;
}

function breakAt(scan: Scan, place: Place, { isLine, isDash }: PlaceKind): FoundBreak | undefined {
  if (isLine) return breakAtLine(scan, place);
  return isDash ? breakAtDash(scan, place) : breakAtRun(scan, place);
}

interface Scan {
  readonly text: string;
  readonly options: ScanOptions;
  readonly endsSentence: (from: number, to: number) => boolean;
  lastBreak: number;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly run: string;
}

/** French separates its closing quote with a space; it still belongs to the sentence before. */
function frenchQuoteAt(text: string, at: number, language: string): string {
  const next = language === 'fr' ? text.slice(at, at + 2) : '';
  return /^ [»›]$/.test(next) ? next : '';
}

function breakAtLine({ text, options }: Scan, { start, end, run }: Place): FoundBreak | undefined {
  const broken: FoundBreak = { at: end, level: 'paragraph', kind: 'line' };
  if (options.isEveryLineBreakMeant || run.length > 1) return broken;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const endsOpen = /[\p{L}\p{M}\p{N},،，、]$/u.test(text.slice(Math.max(0, start - 2), start));
  if (!endsOpen) return broken;
  const next = nextWordAt(text, end).word;
  const isWrapped =
    /^\p{Ll}/u.test(next) || (/^\p{Lo}/u.test(next) && start - lineStart >= WRAPPED_LINE_UNITS);
  return isWrapped ? undefined : broken;
}

function breakAtDash({ text }: Scan, { start, end }: Place): FoundBreak | undefined {
  if (/\p{N}$/u.test(text.slice(Math.max(0, start - 2), start)) && /^\p{N}/u.test(text.slice(end, end + 2))) {
    return undefined;
  }
  // "… —dijo él" opens an aside: the dash belongs to what follows.
  const isOpening = /\s/.test(text.charAt(start - 1)) && /\S/.test(text.charAt(end));
  return { at: isOpening ? start : end, level: 'clause', kind: 'dash' };
}

function breakAtRun(scan: Scan, place: Place): FoundBreak | undefined {
  const { text, options } = scan;
  const { start, end, run } = place;
  const kind = kindOfRun(run, options.language);
  if (kind === undefined) return undefined;
  const isAtSpace = end >= text.length || /[\s—―]/.test(text.charAt(end));
  const isMark = isAtSpace || partsWithoutSpace(scan, place, kind);
  if (!isMark) return undefined;
  const next = nextWordAt(text, end);
  if (/^\.[^.…!?\p{STerm}]*$/u.test(run) && kind === 'period') {
    const isAbbreviating = isAbbreviatingStop({
      ...stopAt(scan, start),
      nextWord: endsParagraph(scan, end) ? '' : next.word,
      isNextStopped: text.charAt(next.at + next.word.length) === '.',
    });
    if (isAbbreviating) return undefined;
  }
  if (kind !== 'period') return { at: end, level: kind === 'comma' ? 'clause' : 'strong-clause', kind };
  return { at: end, level: endsWholeSentence(scan, place, next) ? 'sentence' : 'strong-clause', kind };
}

/**
 * Whether the first letter of the next word is enough to decide the kind of a comma, and whether a full stop ends a sentence, except
 * for the few stops that depend on the whole word.
 */
function isSureByNextSign(scan: Scan, start: number, run: string | undefined): boolean {
  const { text, options } = scan;
  if (run === undefined) return false;
  const next = /^ (?:(\p{Lu}|\p{Ll})|[\p{L}\p{N}])/u.exec(
    text.slice(start + run.length, start + run.length + 3),
  );
  if (next === null) return false;
  if (kindOfRun(run, options.language) !== 'period') return true;
  const [, letter] = next;
  return letter !== undefined && !looksAtNextWord(stopAt(scan, start), letter);
}

/** What is before a stop. */
function stopAt({ text, options, lastBreak }: Scan, start: number) {
  const stretch = text.slice(lastBreak, start);
  return {
    language: options.language,
    before: text.slice(Math.max(0, start - CONTEXT_UNITS), start),
    opening: stretch.length <= CONTEXT_UNITS ? stretch.replace(/^[\s\p{Ps}\p{Pi}"']+/u, '') : '',
  };
}

function endsParagraph({ text, options }: Scan, end: number): boolean {
  const rest = text.slice(end, end + 2);
  return rest.trim() === '' || (options.isEveryLineBreakMeant && rest.startsWith('\n'));
}

/** Whether marks without a space after them separate parts, which depends on the script and on both sides. */
function partsWithoutSpace({ text, options }: Scan, { start, end, run }: Place, kind: MarkKind): boolean {
  const before = lastSign(text, start);
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  const isClosed = run.length > 1 && /[\p{Pe}\p{Pf}"']$/u.test(run);
  if (/\p{N}/u.test(before) && /\p{N}/u.test(after) && !isClosed) return false;
  if (STANDS_ALONE.test(run)) return true;
  const opensNext = /[\p{L}\p{N}\p{Ps}\p{Pi}"¿¡]/u.test(after);
  const follows = /[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}"'%]/u.test(before);
  if (!(opensNext && follows)) return false;
  if (kind === 'comma' || kind === 'semicolon') return true;
  if (kind === 'colon') return false;
  if (/^[^!?]*\.\./.test(run)) return /\p{L}/u.test(before);
  if (/[!?]/.test(run)) return /[\p{Lu}\p{Lo}\p{Ps}\p{Pi}¿¡"]/u.test(after);
  return isStopWithoutSpace({ text, language: options.language, start, before, after });
}

interface TightStop {
  readonly text: string;
  readonly language: string;
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

/**
 * "Привет.Как дела" ends a sentence; "example.com", "Node.js" and "г.Москва" do not. Between Latin letters a stop never does, since names
 * of files and hosts are written in them in every language. Thai has no full stop.
 */
function isStopWithoutSpace({ text, language, start, before, after }: TightStop): boolean {
  const isForeign = (sign: string) => /[[\p{Ll}\p{Lo}\p{M}]--[\p{sc=Latn}\p{sc=Thai}]]/v.test(sign);
  if (!isForeign(before) || !/[[\p{Lu}\p{Lo}]--[\p{sc=Latn}\p{sc=Thai}]]/v.test(after)) return false;
  const word = /[\p{L}\p{M}]{2,}$/u.exec(text.slice(Math.max(0, start - CONTEXT_UNITS), start));
  if (word === null) return false;
  return !isAbbreviatingStop({
    language,
    before: word[0],
    nextWord: after,
    isNextStopped: false,
    opening: '',
  });
}

function endsWholeSentence(scan: Scan, { start, run }: Place, next: NextWord): boolean {
  if (next.word === '') return true;
  const isQuoteEnd = /[\p{Pe}\p{Pf}"'“‘«‹]$/u.test(run);
  if (isQuoteEnd && /^(?:\p{Ll}|と|って)/u.test(next.word)) return false;
  if (/[…‥⋯]/.test(run) && !/[.!?]/.test(run)) return !/^\p{Ll}/u.test(next.word);
  if (scan.endsSentence(start, next.at)) return true;
  // The platform finds no sentence end before a dash of dialogue, nor if the space is missing.
  return /^[\p{Lu}\p{Lo}]/u.test(next.word);
}

interface NextWord {
  readonly at: number;
  readonly word: string;
}

function nextWordAt(text: string, from: number): NextWord {
  const window = text.slice(from, from + CONTEXT_UNITS);
  NEXT_WORD.lastIndex = 0;
  const word = NEXT_WORD.exec(window)?.[1] ?? '';
  return { at: from + NEXT_WORD.lastIndex - word.length, word };
}

function lastSign(text: string, end: number): string {
  return LAST_SIGN.exec(text.slice(Math.max(0, end - 2), end))?.[0] ?? '';
}
