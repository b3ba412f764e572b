import type { SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { withCalls } from './sound-synthesis.ts';

/** Speaks another text. */
const withText = (change: (text: string) => string) =>
  withCalls((engine) => (unit, options) => engine.synthesize({ ...unit, text: change(unit.text) }, options));

/** Speaks only what is before a character. */
const upTo = (character: string) => withText((text) => text.split(character)[0] ?? '');

const CHARACTERS = [
  ['comma', ','],
  ['semicolon', ';'],
  ['line break', '\n'],
  ['apostrophe', "'"],
  ['quotation mark', '"'],
  ['ampersand', '&'],
  ['less-than sign', '<'],
  ['emoji', '\u{1F600}'],
] as const;

/** Engines that lose a part of certain texts. */
export const TEXT_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  ...CHARACTERS.map(
    ([name, character]) => [`stops at a ${name}`, 'unit/any-characters', upTo(character)] as const,
  ),
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
];
