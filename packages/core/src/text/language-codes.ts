/** The language codes that a voice may have, in the specification's order and spelling. */
// biome-ignore format: the formatter would put each of the 53 codes on its own line, and the list could not be seen at a glance.
export const LANGUAGE_CODES = [
  'el-GR', 'kn-IN', 'pa-IN', 'ro-RO', 'en-ZA', 'es-US', 'nl-NL', 'en-NZ', 'gu-IN', 'ar-XA', 'en-GB',
  'it-IT', 'de-DE', 'fr-FR', 'cmn-CN', 'pt-BR', 'fr-CA', 'en-AU', 'fil-PH', 'ru-RU', 'sr-RS', 'tr-TR',
  'nl-BE', 'ko-KR', 'bn-IN', 'sv-SE', 'yue-HK', 'cs-CZ', 'pt-PT', 'lv-LV', 'ca-ES', 'ja-JP', 'ms-MY',
  'pl-PL', 'af-ZA', 'en-IN', 'nb-NO', 'bg-BG', 'te-IN', 'sk-SK', 'da-DK', 'vi-VN', 'en-US', 'fi-FI',
  'ml-IN', 'is-IS', 'hu-HU', 'id-ID', 'ta-IN', 'es-ES', 'hi-IN', 'th-TH', 'uk-UA',
] as const;

export type LanguageCode = (typeof LANGUAGE_CODES)[number];

export function isLanguageCode(value: string): value is LanguageCode {
  return (LANGUAGE_CODES as readonly string[]).includes(value);
}

/** Codes of our voices and of callers, each with the one that most models and programs have for its language. */
const USUAL_CODES: ReadonlyMap<string, string> = new Map([
  ['cmn', 'zh'],
  ['nb', 'no'],
  ['nn', 'no'],
  ['tl', 'fil'],
]);

/**
 * The language of a BCP 47 code without its region and script, in lower case: `en` of `en-GB`. Mandarin is `zh`, Bokmål and Nynorsk are
 * `no`, Tagalog is `fil`: models rarely tell them apart, and list either code.
 *
 * @param code such as `en`, `en-GB` or `en_GB`, in any case
 */
export function primaryLanguage(code: string): string {
  const [primary = ''] = code.toLowerCase().split(/[-_]/);
  return USUAL_CODES.get(primary) ?? primary;
}

/** Whether both codes are of one language, whatever their regions: `cmn-CN` and `zh`, `nb-NO` and `no`. */
export function isSameLanguage(one: string, other: string): boolean {
  return primaryLanguage(one) === primaryLanguage(other);
}
