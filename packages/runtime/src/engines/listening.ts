import {
  createDecodePace,
  type DecodePace,
  type RecognitionEngine,
  type RecognizeSpeechPorts,
} from '@parlance/core';
import { nodeClock } from '../composition/node-clock.ts';
import { type Engines, recognizerFor, voiceActivityOf } from './engines.ts';

/** One for all who share a recognizer, as long as it lives. */
const paces = new WeakMap<RecognitionEngine, DecodePace>();

function paceOf(recognizer: RecognitionEngine): DecodePace {
  const known = paces.get(recognizer);
  if (known !== undefined) return known;
  const { concurrency } = recognizer.capabilities;
  const pace = createDecodePace({ clock: nodeClock, concurrency });
  paces.set(recognizer, pace);
  return pace;
}

/**
 * What live recognition works with.
 *
 * @param language and model, as {@link recognizerFor} takes them
 * @throws SpeechError `ENGINE_UNAVAILABLE`, `LANGUAGE_NOT_SUPPORTED`
 */
export function listeningParts(engines: Engines, language?: string, model?: string): RecognizeSpeechPorts {
  const recognizer = recognizerFor(engines, language, model);
  return { recognizer, voiceActivity: voiceActivityOf(engines), pace: paceOf(recognizer) };
}
