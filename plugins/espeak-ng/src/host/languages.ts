import type { LanguageCode } from '@parlance/core/text';

/** How eSpeak NG speaks a language code. */
export interface EspeakLanguage {
  /** eSpeak NG's own name of the voice. */
  readonly espeakVoice: string;
  /** The accent: if eSpeak NG has none of the country, the name says which one this is. */
  readonly accent: string;
}

/** Codes for which eSpeak NG has no rules that a listener would understand. docs/voices.md names the models that serve them. */
export type UnspokenLanguage = 'fil-PH' | 'ja-JP' | 'th-TH';

const english: EspeakLanguage = { espeakVoice: 'en', accent: 'British English' };
const french: EspeakLanguage = { espeakVoice: 'fr', accent: 'French (France)' };
const dutch: EspeakLanguage = { espeakVoice: 'nl', accent: 'Dutch' };
const latinSpanish: EspeakLanguage = { espeakVoice: 'es-419', accent: 'Spanish (Latin America)' };

/** Every code of the catalogue is here or an {@link UnspokenLanguage}, which the compiler checks. */
export const ESPEAK_LANGUAGES = {
  'el-GR': { espeakVoice: 'el', accent: 'Greek' },
  'kn-IN': { espeakVoice: 'kn', accent: 'Kannada' },
  'pa-IN': { espeakVoice: 'pa', accent: 'Punjabi' },
  'ro-RO': { espeakVoice: 'ro', accent: 'Romanian' },
  'en-ZA': english,
  'es-US': latinSpanish,
  'nl-NL': dutch,
  'en-NZ': english,
  'gu-IN': { espeakVoice: 'gu', accent: 'Gujarati' },
  'ar-XA': { espeakVoice: 'ar', accent: 'Arabic' },
  'en-GB': english,
  'it-IT': { espeakVoice: 'it', accent: 'Italian' },
  'de-DE': { espeakVoice: 'de', accent: 'German' },
  'fr-FR': french,
  'cmn-CN': { espeakVoice: 'cmn', accent: 'Mandarin Chinese' },
  'pt-BR': { espeakVoice: 'pt-br', accent: 'Portuguese (Brazil)' },
  'fr-CA': french,
  'en-AU': english,
  'ru-RU': { espeakVoice: 'ru', accent: 'Russian' },
  'sr-RS': { espeakVoice: 'sr', accent: 'Serbian' },
  'tr-TR': { espeakVoice: 'tr', accent: 'Turkish' },
  'nl-BE': dutch,
  'ko-KR': { espeakVoice: 'ko', accent: 'Korean' },
  'bn-IN': { espeakVoice: 'bn', accent: 'Bengali' },
  'sv-SE': { espeakVoice: 'sv', accent: 'Swedish' },
  'yue-HK': { espeakVoice: 'yue', accent: 'Cantonese' },
  'cs-CZ': { espeakVoice: 'cs', accent: 'Czech' },
  'pt-PT': { espeakVoice: 'pt', accent: 'Portuguese (Portugal)' },
  'lv-LV': { espeakVoice: 'lv', accent: 'Latvian' },
  'ca-ES': { espeakVoice: 'ca', accent: 'Catalan' },
  'ms-MY': { espeakVoice: 'ms', accent: 'Malay' },
  'pl-PL': { espeakVoice: 'pl', accent: 'Polish' },
  'af-ZA': { espeakVoice: 'af', accent: 'Afrikaans' },
  'en-IN': english,
  'nb-NO': { espeakVoice: 'nb', accent: 'Norwegian Bokmål' },
  'bg-BG': { espeakVoice: 'bg', accent: 'Bulgarian' },
  'te-IN': { espeakVoice: 'te', accent: 'Telugu' },
  'sk-SK': { espeakVoice: 'sk', accent: 'Slovak' },
  'da-DK': { espeakVoice: 'da', accent: 'Danish' },
  'vi-VN': { espeakVoice: 'vi', accent: 'Vietnamese' },
  'en-US': { espeakVoice: 'en-us', accent: 'American English' },
  'fi-FI': { espeakVoice: 'fi', accent: 'Finnish' },
  'ml-IN': { espeakVoice: 'ml', accent: 'Malayalam' },
  'is-IS': { espeakVoice: 'is', accent: 'Icelandic' },
  'hu-HU': { espeakVoice: 'hu', accent: 'Hungarian' },
  'id-ID': { espeakVoice: 'id', accent: 'Indonesian' },
  'ta-IN': { espeakVoice: 'ta', accent: 'Tamil' },
  'es-ES': { espeakVoice: 'es', accent: 'Spanish (Spain)' },
  'hi-IN': { espeakVoice: 'hi', accent: 'Hindi' },
  'uk-UA': { espeakVoice: 'uk', accent: 'Ukrainian' },
} as const satisfies Record<Exclude<LanguageCode, UnspokenLanguage>, EspeakLanguage>;

export type SpokenLanguage = keyof typeof ESPEAK_LANGUAGES;
