import type { ModelLine } from '../../api/wire.ts';
import { languageName } from '../../state/language.ts';

/** What to choose a model for, where that is more than its languages. Accuracy is as its makers measured it. */
const ADVICE: Readonly<Record<string, string>> = {
  'moonshine-tiny-en': 'Small and fast: live speech on any machine.',
  'whisper-tiny': 'The most languages in the least memory.',
  'whisper-base': 'More accurate than tiny, and slower.',
  'whisper-small': 'The most accurate of the Whisper models here, and the slowest.',
  'sense-voice-small': 'Fast, and made for the languages of East Asia.',
  'parakeet-tdt-0.6b-v2': 'The most accurate for English; needs about a gigabyte of memory.',
  'parakeet-tdt-0.6b-v3': 'Accurate in 25 European languages; needs about a gigabyte of memory.',
  'kokoro-v1.0-int8': 'Very natural voices; needs several cores for live speech.',
};

const SHOWN_LANGUAGES = 3;

/** One line: languages, and what it is chosen for. */
export function purposeOf({ id, kind, languages, requiredBy }: ModelLine): string {
  if (kind === 'voice-activity') return 'Finds where speech begins and ends.';
  if (kind === 'data')
    return requiredBy.length === 0 ? 'A part of other models.' : `A part of ${requiredBy.join(', ')}.`;
  const names = languages.slice(0, SHOWN_LANGUAGES).map(languageName).join(', ');
  const more = languages.length - SHOWN_LANGUAGES;
  const known = more > 0 ? `${names} and ${more} more.` : `${names}.`;
  return ADVICE[id] === undefined ? known : `${known} ${ADVICE[id]}`;
}

/** Why a model is not removed without a question of its own. */
export function usesOf({ isDefault, isDeclared, requiredBy }: ModelLine): readonly string[] {
  return [
    ...(isDefault ? ['It is the default.'] : []),
    ...(isDeclared ? ['The settings of a plugin name it: it is fetched again when it is needed.'] : []),
    ...(requiredBy.length > 0 ? [`${requiredBy.join(', ')} cannot work without it.`] : []),
  ];
}
