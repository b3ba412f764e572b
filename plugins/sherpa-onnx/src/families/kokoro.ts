import { type LanguageCode, primaryLanguage } from '@parlance/core/text';
import type { AddonConfig, ModelFiles, SynthesisFamily } from './family.ts';

/** Kokoro: StyleTTS 2 with many speakers in one file. The lexicons and rules belong to its multilingual release. */
export const kokoro: SynthesisFamily = {
  roles: ['model', 'voices', 'tokens', 'espeakData'],
  model: (files) => {
    const { model, voices, tokens, espeakData } = files;
    const lexicon = present(files, ['lexiconEnglishUs', 'lexiconChinese']);
    return { kokoro: { model, voices, tokens, dataDir: espeakData, ...(lexicon && { lexicon }) } };
  },
  rules: (files): AddonConfig => {
    const ruleFsts = present(files, ['rulePhoneChinese', 'ruleDateChinese', 'ruleNumberChinese']);
    return ruleFsts ? { ruleFsts } : {};
  },
  // Durations are rounded to the nearest frame.
  pace: { frameSamples: 600, fixedFramesPerLetter: 0 },
  languageOf: (languageCode) => REGIONAL[languageCode] ?? primaryLanguage(languageCode),
  isSlow: true,
};

/** eSpeak NG's names if the language alone is not enough, or means another region. British English is its `en`. */
const REGIONAL: Partial<Record<LanguageCode, string>> = {
  'en-US': 'en-us',
  'es-US': 'es-419',
  'pt-BR': 'pt-br',
  'cmn-CN': 'cmn',
};

/** The addon takes several files as one string with commas. */
function present(files: ModelFiles, roles: readonly string[]): string {
  return roles.flatMap((role) => files[role] ?? []).join(',');
}
