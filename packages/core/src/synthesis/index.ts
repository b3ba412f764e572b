/** Text to speech: live, in batch jobs, and while the text still grows. */
export type { Script } from '../ssml/delivery.ts';
export { runSynthesisJob } from './batch/run-synthesis-job.ts';
export { type AcceptedSynthesis, submitSynthesis } from './batch/submit-synthesis.ts';
export type { SynthesisProgress } from './batch/synthesis-work.ts';
export { createLiveCredits, type LiveCredits } from './live/live-credits.ts';
export type { LiveSynthesis } from './live/live-synthesis.ts';
export type { LiveSynthesizer } from './live/live-synthesizer.ts';
export { synthesizeLive } from './live/synthesize-live.ts';
export {
  type StreamedSynthesis,
  type StreamSynthesisInput,
  synthesizeStream,
} from './live/synthesize-stream.ts';
export { chooseFormat, contentTypeOf, type FormatWish } from './request/choose-format.ts';
export {
  batchOfLegacy,
  type LegacySynthesisInput,
  legacySynthesisInput,
} from './request/legacy-synthesis-input.ts';
export { type ReadScriptOptions, readScript } from './request/read-script.ts';
export {
  type BatchSynthesisInput,
  batchSynthesisInput,
  batchSynthesisInputOf,
  byTextType,
  type LiveSynthesisInput,
  liveSynthesisInput,
  liveSynthesisInputOf,
  modeInput,
  type SpeakInput,
  schemaFor,
  type TextType,
  timings,
  trimmedText,
} from './request/synthesis-input.ts';
export {
  type AudioLinkParts,
  type AudioLinks,
  createAudioLinks,
  type LinkedAudio,
} from './results/audio-links.ts';
export { awaitSynthesis } from './results/await-synthesis.ts';
export { getSynthesis, type SynthesisView } from './results/get-synthesis.ts';
export { wordsToVtt } from './results/result-words.ts';
export type { YieldToEventLoop } from './speech/paced-slices.ts';
export type { GrowingText } from './speech/speak-segments.ts';
export type { SpeechSynthesizer } from './speech/speech-synthesizer.ts';
export { type SpeechOrder, synthesizeSpeech } from './speech/synthesize-speech.ts';
export { requireWordTimes, type TimedWord } from './words/word-timer.ts';
