/** Text becomes speech: live, in batch jobs, and while the text still grows. */
export type { Script } from '../ssml/delivery.ts';
export { type AudioLinkParts, type AudioLinks, createAudioLinks, type LinkedAudio } from './audio-links.ts';
export { awaitSynthesis } from './await-synthesis.ts';
export { chooseFormat, contentTypeOf, type FormatWish } from './choose-format.ts';
export { getSynthesis, type SynthesisView } from './get-synthesis.ts';
export { batchOfLegacy, type LegacySynthesisInput, legacySynthesisInput } from './legacy-synthesis-input.ts';
export { createLiveCredits, type LiveCredits } from './live-credits.ts';
export type { LiveSynthesis } from './live-synthesis.ts';
export type { LiveSynthesizer } from './live-synthesizer.ts';
export type { YieldToEventLoop } from './paced-slices.ts';
export { type ReadScriptOptions, readScript } from './read-script.ts';
export { wordsToVtt } from './result-words.ts';
export { runSynthesisJob } from './run-synthesis-job.ts';
export type { GrowingText } from './speak-segments.ts';
export type { SpeechSynthesizer } from './speech-synthesizer.ts';
export { type AcceptedSynthesis, submitSynthesis } from './submit-synthesis.ts';
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
} from './synthesis-input.ts';
export type { SynthesisProgress } from './synthesis-work.ts';
export { synthesizeLive } from './synthesize-live.ts';
export { type SpeechOrder, synthesizeSpeech } from './synthesize-speech.ts';
export {
  type StreamedSynthesis,
  type StreamSynthesisInput,
  synthesizeStream,
} from './synthesize-stream.ts';
export { requireWordTimes, type TimedWord } from './word-timer.ts';
