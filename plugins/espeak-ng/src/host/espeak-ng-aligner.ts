import { createRequire } from 'node:module';
import type { PluginContext, TextAligner } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { primaryLanguage } from '@parlance/core/text';
import { createAligner } from '@parlance/worker-kit';
import type { EspeakNgSettings } from '../options.ts';
import type { AlignTask } from '../worker/align-task.ts';
import type { EspeakInit } from '../worker/task.ts';
import { ESPEAK_LANGUAGES, type SpokenLanguage } from './languages.ts';
import { onlyWords, plainText } from './plain-text.ts';
import { ENGINE_ID, NATIVE_RATE_HZ, VARIANTS } from './voices.ts';

/** Two minutes are 12 000 frames, whose path takes 15 MB. */
const MAX_SECONDS = 120;
/** A hundred times the longest time measured on a busy core. */
const DEADLINE_MS_PER_SECOND = 2000;

/** eSpeak NG's voices by primary language; the first for languages with several. */
const VOICES: ReadonlyMap<string, string> = new Map(
  Object.entries(ESPEAK_LANGUAGES)
    .toReversed()
    .map(([code, { espeakVoice }]) => [primaryLanguage(code), espeakVoice]),
);

/** An aligner that finds words by comparing speech with eSpeak NG's own. */
export function espeakNgAligner(
  settings: EspeakNgSettings,
  { onIncident }: Pick<PluginContext, 'onIncident'>,
): TextAligner {
  return createAligner<EspeakInit, AlignTask>({
    ...settings,
    id: `${ENGINE_ID}/aligner`,
    entry: createRequire(import.meta.url).resolve('@parlance/plugin-espeak-ng/align-worker'),
    init: { sampleRateHz: NATIVE_RATE_HZ },
    languages: [...VOICES.keys()],
    maxSeconds: MAX_SECONDS,
    deadlineMsPerSecond: DEADLINE_MS_PER_SECOND,
    onIncident,
    taskOf({ samples, sampleRateHz, words, text, languageCode, gender = 'male' }) {
      const espeakVoice = voiceOf(languageCode) + VARIANTS[gender];
      return { samples, sampleRateHz, words, text: plainText(onlyWords(text, words)), espeakVoice };
    },
  });
}

/** @throws SpeechError `LANGUAGE_NOT_SUPPORTED` */
function voiceOf(languageCode: string): string {
  const exact = ESPEAK_LANGUAGES[languageCode as SpokenLanguage]?.espeakVoice;
  const voice = exact ?? VOICES.get(primaryLanguage(languageCode));
  if (voice !== undefined) return voice;
  throw new SpeechError('LANGUAGE_NOT_SUPPORTED', `eSpeak NG does not align ${languageCode}.`, {
    field: 'languageCode',
  });
}
