/** Voice activity to utterances; words, times and subtitles of recognized speech. */
export { AppendOnlyText } from './append-only-text.ts';
export { stabilityOf } from './local-agreement.ts';
export {
  likelyEndMs,
  resolveSegmenterOptions,
  SEGMENTER_DEFAULTS,
  type SegmenterSettings,
  type SpeechSegmenterOptions,
} from './segmenter-options.ts';
export {
  createSpeechSegmenter,
  type OpenSegment,
  type SegmentEndedBy,
  type SegmentSpan,
  type SpeechSegmentEvent,
  type SpeechSegmenter,
} from './speech-segmenter.ts';
export { toSrt, toVtt } from './subtitles.ts';
export {
  isUnspaced,
  joinTranscript,
  type KeptUtterance,
  plainUtterance,
  type RecognizedUtterance,
  type SpokenWord,
  type Utterance,
} from './utterance.ts';
export { wordRanges } from './word-ranges.ts';
