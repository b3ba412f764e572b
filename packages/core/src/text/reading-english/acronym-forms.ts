import { type ReadingForm, textAfter } from '../reading-form.ts';
import { spelled } from './noun-context.ts';

/**
 * Acronyms that engines mistake for words. All others stay in capitals: engines spell those that can't be pronounced (USB, HTML) and pronounce those
 * that can (NASA), as people do.
 */
export const ACRONYM_FORMS: readonly ReadingForm[] = [
  {
    // Not "WHO said that?".
    pattern: /(?<=\b[Tt]he )WHO(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:FAQ|LED)(?![\p{L}\p{N}])/gu,
    read: (match, context) => spelled(match[0], textAfter(match, context)),
  },
  { pattern: /(?<![\p{L}\p{N}])CO[2₂](?![\p{L}\p{N}])/gu, read: () => 'C.O. two' },
  {
    // eSpeak NG drops the "s" of PCs or spells it, but reads PC's correctly.
    pattern: /(?<=(?<![\p{L}\p{N}])\p{Lu}{2,5})s(?![\p{L}\p{N}'’])/gu,
    read: () => "'s",
  },
];
