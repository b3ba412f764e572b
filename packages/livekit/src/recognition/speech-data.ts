import { createTimedString, normalizeLanguage, type stt } from '@livekit/agents';
import type { LiveEvent } from '@parlance/client';

/** Converts a result to the framework's type. The confidence of an interim is its stability. */
export function speechDataOf(event: LiveEvent, language = '', offsetSeconds = 0): stt.SpeechData {
  const later = (seconds: number): number => offsetSeconds + seconds;
  const isFinal = event.type === 'FINAL_RESULT';
  const words = isFinal ? event.words : undefined;
  return {
    language: normalizeLanguage(language),
    text: event.text,
    startTime: later(event.startVoiceTime),
    endTime: later(event.endVoiceTime),
    confidence: isFinal ? event.confidenceScore : event.stability,
    ...(words && {
      words: words.map(({ text, startTime, endTime }) =>
        createTimedString({ text, startTime: later(startTime), endTime: later(endTime) }),
      ),
    }),
  };
}

/** Joins all utterances of a recording; without any, the text is empty. */
export function joinSpeech(utterances: readonly stt.SpeechData[], language = ''): stt.SpeechData {
  const words = utterances.flatMap((utterance) => utterance.words ?? []);
  const sum = utterances.reduce((total, { confidence }) => total + confidence, 0);
  return {
    language: normalizeLanguage(language),
    text: utterances.map(({ text }) => text).join(' '),
    startTime: utterances[0]?.startTime ?? 0,
    endTime: utterances.at(-1)?.endTime ?? 0,
    confidence: sum / Math.max(1, utterances.length),
    ...(words.length > 0 && { words }),
  };
}
