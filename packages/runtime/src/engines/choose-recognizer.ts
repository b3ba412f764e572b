import type { RecognitionEngine, VoiceActivityDetector } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { systemClock } from '@parlance/core/platform';
import {
  createDecodePace,
  type DecodePace,
  type RecognizerWish,
  type SpeechRecognizer,
} from '@parlance/core/recognition';
import { isSameLanguage } from '@parlance/core/text';
import type { Engines } from './engines.ts';
import { findWordTimes } from './word-times.ts';

/** See `ChooseRecognizer`. */
export function chooseRecognizer(
  engines: Engines,
  { language, model, wordTimesField: field }: RecognizerWish = {},
): SpeechRecognizer {
  const engine = engineFor(engines, language, model);
  return {
    engine,
    voiceActivity: voiceActivityOf(engines),
    pace: paceOf(engine),
    wordTimes: field === undefined ? undefined : findWordTimes(engines, engine, { language, field }),
  };
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` when no plugin recognizes, `LANGUAGE_NOT_SUPPORTED` */
function engineFor(engines: Engines, language?: string, model?: string): RecognitionEngine {
  if (engines.recognition.length === 0) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'No plugin of this service recognizes speech; add one to plugins.',
    );
  }
  const named = engines.recognition.filter((engine) => model !== undefined && engine.model === model);
  const candidates = named.length > 0 ? named : engines.recognition;
  const engine = candidates.find(
    ({ capabilities }) =>
      language === undefined ||
      capabilities.languages.some((known) => known === '*' || isSameLanguage(known, language)),
  );
  if (engine === undefined) {
    const known = [...new Set(candidates.flatMap(({ capabilities }) => capabilities.languages))];
    throw new SpeechError(
      'LANGUAGE_NOT_SUPPORTED',
      `language ${String(language)} is not recognized ${named.length > 0 ? `by ${model}` : 'here'}; the languages are ${known.join(', ')}.`,
      { field: 'language' },
    );
  }
  return engine;
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` */
function voiceActivityOf(engines: Engines): VoiceActivityDetector {
  if (engines.voiceActivity === undefined) {
    throw new SpeechError(
      'ENGINE_UNAVAILABLE',
      'No plugin of this service detects voice activity; add one to plugins.',
    );
  }
  return engines.voiceActivity;
}

/** Shared by all calls of a recognizer. */
const paces = new WeakMap<RecognitionEngine, DecodePace>();

function paceOf(recognizer: RecognitionEngine): DecodePace {
  const known = paces.get(recognizer);
  if (known !== undefined) return known;
  const { concurrency } = recognizer.capabilities;
  const pace = createDecodePace({ clock: systemClock, concurrency });
  paces.set(recognizer, pace);
  return pace;
}
