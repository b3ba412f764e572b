/** Sentences of each language. */
const ENGLISH_SENTENCES = 300;
const OTHER_SENTENCES = 40;

/** By language: how many sentences, and what eSpeak NG's voices are called there. */
export const CASES = {
  en: { sentences: ENGLISH_SENTENCES, espeakCode: 'en-gb', languageCode: 'en-US' },
  de: { sentences: OTHER_SENTENCES, espeakCode: 'de-de', languageCode: 'de-DE' },
  fr: { sentences: OTHER_SENTENCES, espeakCode: 'fr-fr', languageCode: 'fr-FR' },
  es: { sentences: OTHER_SENTENCES, espeakCode: 'es-es', languageCode: 'es-ES' },
  ru: { sentences: OTHER_SENTENCES, espeakCode: 'ru-ru', languageCode: 'ru-RU' },
} as const;

export type Language = keyof typeof CASES;
