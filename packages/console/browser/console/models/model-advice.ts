import type { ModelLine } from '../../api/wire.ts';
import { languageName } from '../../state/language.ts';

/** What a model is recommended for, besides its languages. Accuracy is that measured by its authors. */
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

/** One line with the model's languages and what it is recommended for. */
export function purposeOf({ id, kind, languages, requiredBy }: ModelLine): string {
  if (kind === 'voice-activity') return 'Detects where speech begins and ends.';
  if (kind === 'data')
    return requiredBy.length === 0 ? 'Part of other models.' : `Part of ${requiredBy.join(', ')}.`;
  const names = languages.slice(0, SHOWN_LANGUAGES).map(languageName).join(', ');
  const more = languages.length - SHOWN_LANGUAGES;
  const known = more > 0 ? `${names} and ${more} more.` : `${names}.`;
  return ADVICE[id] === undefined ? known : `${known} ${ADVICE[id]}`;
}

/** What to know before removing a model that is in use. */
export function usesOf({ isDefault, isDeclared, requiredBy }: ModelLine): readonly string[] {
  return [
    ...(isDefault ? ['It is the default.'] : []),
    ...(isDeclared ? ['A plugin needs it, and will download it again when necessary.'] : []),
    ...(requiredBy.length > 0 ? [`${requiredBy.join(', ')} cannot work without it.`] : []),
  ];
}
