import type { SpokenWord } from '../../segmentation/utterance.ts';
import type { FinalResultMessage, InterimResultMessage, ResultTimes } from '../session-messages.ts';
import type { HeardTimes, SessionInput, SessionState } from '../session-state.ts';
import { confidenceOf } from './confidence.ts';

type Heard<Type> = Extract<SessionInput, { readonly type: Type }>;

const BYTES_PER_SAMPLE = 2;

export function interimResult(heard: Heard<'partial'>): InterimResultMessage {
  return {
    type: 'INTERIM_RESULT',
    text: heard.text,
    isFinal: false,
    stability: threePlaces(heard.stability),
    ...resultTimes(heard),
  };
}

export function finalResult(state: SessionState, heard: Heard<'final'>): FinalResultMessage {
  const evidence = [state.lastInterim, state.interimBefore].find(
    (interim) => interim?.startSeconds === heard.startSeconds && interim.endSeconds < heard.endSeconds,
  );
  return {
    type: 'FINAL_RESULT',
    text: heard.text,
    textRaw: heard.textRaw,
    ...(heard.words && { words: heard.words.map(toMilliseconds) }),
    ...(heard.language !== undefined && { language: heard.language }),
    isFinal: true,
    confidenceScore: confidenceOf({
      logProbabilities: heard.logProbabilities,
      finalText: heard.textWithTerms ?? heard.textRaw,
      lastInterimText: evidence?.text,
    }),
    ...resultTimes(heard),
    speechType: 'detected-speech',
    status: 'SUCCESS',
  };
}

/** The only result of a session in which nobody spoke. Its window is all of the audio, and it has no voice edges. */
export function noSpeechResult({ receivedBytes, config }: SessionState): FinalResultMessage {
  const samples = receivedBytes / BYTES_PER_SAMPLE;
  return {
    type: 'FINAL_RESULT',
    text: '',
    textRaw: '',
    isFinal: true,
    confidenceScore: 0,
    startTime: 0,
    endTime: config === undefined ? 0 : threePlaces(samples / config.sampleRateHz),
    startVoiceTime: 0,
    endVoiceTime: 0,
    speechType: 'no-speech',
    status: 'SUCCESS',
  };
}

function resultTimes(heard: HeardTimes): ResultTimes {
  return {
    startTime: threePlaces(heard.startSeconds),
    endTime: threePlaces(heard.endSeconds),
    startVoiceTime: threePlaces(heard.startVoiceSeconds),
    endVoiceTime: threePlaces(heard.endVoiceSeconds),
  };
}

function toMilliseconds({ text, startTime, endTime }: SpokenWord): SpokenWord {
  return { text, startTime: threePlaces(startTime), endTime: threePlaces(endTime) };
}

/** Rounds seconds to milliseconds; nothing here is more precise. */
function threePlaces(value: number): number {
  return Math.round(value * 1000) / 1000;
}
