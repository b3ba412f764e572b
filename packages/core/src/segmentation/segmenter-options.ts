import { samplesOfMs } from '../audio/pcm-format.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';

export interface SpeechSegmenterOptions {
  readonly sampleRateHz: number;
  /** How many samples each speech probability covers. */
  readonly frameSamples: number;
  /** The longest segment that the recognizer decodes without loss. No segment is longer, including its padding. */
  readonly maxSegmentSamples: number;
  /** Speech begins at this probability; 0 to 1. */
  readonly speechThreshold?: number;
  /** Speech continues down to this probability; at most `speechThreshold`. */
  readonly silenceThreshold?: number;
  /** How far a segment extends before the first voiced frame, but never into the segment before. */
  readonly onsetPaddingMs?: number;
  /** How far it extends after the last voiced frame; at most `speechCompleteTimeoutMs`. */
  readonly tailPaddingMs?: number;
  /** Silence that ends an utterance. */
  readonly speechCompleteTimeoutMs?: number;
  /** Voiced frames that add up to less and are followed by silence are not speech. */
  readonly minSpeechMs?: number;
}

/**
 * - Onset: detectors fire late, and short first words ("and", "at", "hi") are lost without the padding.
 * - Tail: a final "s" or "t" is often detected as silence.
 * - Least speech: a click or the beginning of a cough activates one or two frames of 32 ms, a "hi" of 150 ms four.
 */
export const SEGMENTER_DEFAULTS = {
  speechThreshold: 0.5,
  silenceThreshold: 0.35,
  onsetPaddingMs: 300,
  tailPaddingMs: 300,
  speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
  minSpeechMs: 90,
} as const satisfies Partial<SpeechSegmenterOptions>;

/** For most speakers a longer pause ends the utterance; a pause between two sentences lasts half a second. */
const LONG_PAUSE_MS = 400;

/**
 * Silence after which an utterance is very likely over: half of the silence that ends it, but not before its last sample is
 * certain.
 */
export function likelyEndMs(
  speechCompleteTimeoutMs: number,
  tailPaddingMs: number = SEGMENTER_DEFAULTS.tailPaddingMs,
): number {
  return Math.max(Math.min(tailPaddingMs, speechCompleteTimeoutMs), speechCompleteTimeoutMs / 2);
}

/** The options in samples, checked. */
export interface SegmenterSettings {
  readonly sampleRateHz: number;
  readonly frameSamples: number;
  readonly maxSegmentSamples: number;
  readonly speechThreshold: number;
  readonly silenceThreshold: number;
  readonly onsetPaddingSamples: number;
  readonly tailPaddingSamples: number;
  readonly completeSamples: number;
  readonly minSpeechSamples: number;
  /** A pause at which a long utterance is cut if speech continues. */
  readonly longPauseSamples: number;
}

/**
 * @throws SpeechError `INVALID_CONFIG` if thresholds are in the wrong order or outside 0 to 1, or the longest segment
 * is too short for twice the onset padding, the least speech and four frames
 */
export function resolveSegmenterOptions(options: SpeechSegmenterOptions): SegmenterSettings {
  const { sampleRateHz, frameSamples, maxSegmentSamples, ...given } = options;
  const asked = { ...SEGMENTER_DEFAULTS, ...given };
  const inSamples = (ms: number) => samplesOfMs(ms, sampleRateHz);
  const settings = {
    sampleRateHz,
    frameSamples,
    maxSegmentSamples,
    speechThreshold: asked.speechThreshold,
    silenceThreshold: asked.silenceThreshold,
    onsetPaddingSamples: inSamples(asked.onsetPaddingMs),
    tailPaddingSamples: inSamples(Math.min(asked.tailPaddingMs, asked.speechCompleteTimeoutMs)),
    completeSamples: inSamples(asked.speechCompleteTimeoutMs),
    minSpeechSamples: inSamples(asked.minSpeechMs),
    longPauseSamples: inSamples(
      Math.min(likelyEndMs(asked.speechCompleteTimeoutMs, asked.tailPaddingMs), LONG_PAUSE_MS),
    ),
  };
  const { speechThreshold, silenceThreshold } = settings;
  if (!(silenceThreshold > 0 && silenceThreshold <= speechThreshold && speechThreshold <= 1)) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `Speech begins at probability ${speechThreshold} and goes on down to ${silenceThreshold}; both must lie in (0, 1], the second not above the first.`,
      { speechThreshold, silenceThreshold },
    );
  }
  const leastSamples = 2 * (settings.onsetPaddingSamples + settings.minSpeechSamples) + 4 * frameSamples;
  if (!(maxSegmentSamples >= leastSamples)) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `The longest segment has ${maxSegmentSamples} samples; with these paddings it must have at least ${leastSamples}.`,
      { maxSegmentSamples, leastSamples },
    );
  }
  return settings;
}
