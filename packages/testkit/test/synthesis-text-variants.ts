import type { SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { withCalls } from './sound-synthesis.ts';

/** Speaks another text. */
const withText = (change: (text: string) => string) =>
  withCalls((engine) => (unit, options) => engine.synthesize({ ...unit, text: change(unit.text) }, options));

const withoutLastWord = (text: string): string => text.replace(/ \S+$/, '');

/** Speaks only what is before a character. */
const upTo = (character: string) => withText((text) => text.split(character)[0] ?? '');

const CHARACTERS = [
  ['comma', ','],
  ['semicolon', ';'],
  ['question mark', '?'],
  ['dash', '\u2014'],
  ['line break', '\n'],
  ['tab', '\t'],
  ['emoji', '\u{1F600}'],
  ['apostrophe', "'"],
  ['curved apostrophe', '\u2019'],
  ['quotation mark', '"'],
  ['ampersand', '&'],
  ['less-than sign', '<'],
  ['percent sign', '%'],
  ['dollar sign', '$'],
  ['number sign', '#'],
  ['backslash', '\\'],
  ['vertical bar', '|'],
  ['brace', '{'],
  ['underscore', '_'],
  ['asterisk', '*'],
  ['caret', '^'],
  ['backtick', '`'],
] as const;

/** Engines that lose a part of certain texts. */
export const TEXT_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  ['stops at three points', 'unit/any-characters', upTo('...')],
  [
    'says a word once that is written several times in a row',
    'unit/any-characters',
    withText((text) => text.replace(/(\b\w+)(?: \1\b)+/gu, '$1')),
  ],
  [
    'cuts off texts with more bytes than it accepts code points',
    'unit/counts-code-points',
    withCalls((engine) => (unit, options) => {
      const bytes = Buffer.from(unit.text).subarray(0, engine.capabilities.maxUnitChars);
      const isTooLong = unit.text.length > engine.capabilities.maxUnitChars;
      return engine.synthesize(isTooLong ? unit : { ...unit, text: bytes.toString() }, options);
    }),
  ],
  ...CHARACTERS.map(
    ([name, character]) => [`stops at a ${name}`, 'unit/any-characters', upTo(character)] as const,
  ),
  [
    'loses the rest of a word after a curved apostrophe',
    'unit/any-characters',
    withText((text) => text.replace(/(?<=\p{L})\u2019\p{L}+/gu, '')),
  ],
  [
    'speaks only the first of two words that a slash joins',
    'unit/any-characters',
    withText((text) => text.replace(/(?<=\p{L})\/\p{L}+/gu, '')),
  ],
  [
    'takes what is between [[ and ]] for sounds',
    'unit/any-characters',
    withText((text) => text.replace(/\[\[.*?\]\]/gu, '')),
  ],
  [
    'leaves out what is between two dashes',
    'unit/any-characters',
    withText((text) => text.replace(/\u2014[^\u2014]*\u2014/gu, ' ')),
  ],
  [
    'leaves out words of more than 30 letters',
    'unit/any-characters',
    withText((text) => text.replace(/\p{L}{31,}/gu, '')),
  ],
  [
    'has 32 bits for a number',
    'unit/any-characters',
    withText((text) => text.replace(/\d{10,}/gu, '2147483647')),
  ],
  [
    'does not speak a single letter',
    'unit/shortest',
    withText((text) => (/^\p{L}$/u.test(text) ? '' : text)),
  ],
  [
    'takes what is in brackets for a comment',
    'unit/any-characters',
    withText((text) => text.replace(/\(.*\)/, '')),
  ],
  [
    'takes a hyphen at the beginning for an option',
    'unit/any-characters',
    withCalls((engine) => (unit, options) => {
      if (unit.text.startsWith('-')) throw new SpeechError('ENGINE_FAILED', 'There is no such option.');
      return engine.synthesize(unit, options);
    }),
  ],
  [
    'leaves out words in capitals',
    'unit/any-characters',
    withText((text) => text.replace(/\b[A-Z]{2,}\b/g, '')),
  ],
  [
    'speaks only the first digit of a number',
    'unit/any-characters',
    withText((text) => text.replace(/(\d)\d+/g, '$1')),
  ],
  [
    'leaves out the last word of a text without a mark at its end',
    'unit/speaks-every-word',
    withText((text) => (/\p{P}$/u.test(text) ? text : withoutLastWord(text))),
  ],
  [
    'leaves out the last word of its second voice',
    'unit/speaks-every-word',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(
          unit.voiceCode === 'other' ? { ...unit, text: withoutLastWord(unit.text) } : unit,
          options,
        ),
    ),
  ],
];
