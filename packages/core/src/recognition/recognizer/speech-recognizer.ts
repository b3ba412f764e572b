import type { RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { VoiceActivityDetector } from '../../engine/voice-activity-detector.ts';
import type { DecodePace } from '../decoding/decode-pace.ts';
import type { WordTimes } from '../words/time-words.ts';

/** The parts that turn speech into text: they find the utterances, decode them, and time their words. */
export interface SpeechRecognizer {
  readonly engine: RecognitionEngine;
  readonly voiceActivity: VoiceActivityDetector;
  /** For live audio; shared by all sessions that use the engine. Absent: the engine is not shared. */
  readonly pace?: DecodePace | undefined;
  /** Finds the words of each utterance once it is decoded. Absent: finals have the times that the engine reports. */
  readonly wordTimes?: WordTimes | undefined;
}

/** What a call requires of its recognizer. */
export interface RecognizerWish {
  /** BCP 47, such as `en-US`. Absent: the first recognizer. */
  readonly language?: string | undefined;
  /** Id of a model: if a recognizer runs it, only that one is considered. */
  readonly model?: string | undefined;
  /** The request's field that asks for the times of words, for error messages. Absent: times are not requested. */
  readonly wordTimesField?: string | undefined;
}

/**
 * Chooses the recognizer of a call among those that are available at the time.
 *
 * @throws SpeechError `ENGINE_UNAVAILABLE` if no plugin recognizes speech, `LANGUAGE_NOT_SUPPORTED`; `INVALID_INPUT` if the requested times of words
 * are not available
 */
export type ChooseRecognizer = (wish?: RecognizerWish) => SpeechRecognizer;
