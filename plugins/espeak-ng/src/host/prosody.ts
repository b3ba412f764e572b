import type { SynthesisUnit } from '@parlance/core/engine';

/** eSpeak NG's default pace, in its own unit of words per minute. */
const OWN_WORDS_PER_MINUTE = 175;
/**
 * The length of speech decreases slightly faster than eSpeak NG's words per minute increase: by the power of 1.05, the median of 50 languages
 * at 80 to 260 words.
 */
const PACE_EXPONENT = 1 / 1.05;
/** Below this range the pace does not change any more; above it, short sounds of some languages are dropped, down to a quarter of the length. */
const [SLOWEST, FASTEST] = [90, 250];
/** Within these speeds the length is within 7 % in every language; outside it is off by a third in some. */
const [DIRECT_FROM, DIRECT_TO] = [0.8, 1.25];

/** The middle of eSpeak NG's scale for the range of the pitch, 0 to 100. */
const OWN_PITCH_RANGE = 50;
const NEUTRAL_EMPHASIS = 50;

/** eSpeak NG's parameters for one unit. */
export interface EspeakProsody {
  readonly wordsPerMinute: number;
  readonly pitchRange: number;
  /** Absent: the pace alone gives the requested length. Present: the length must be that at {@link plainWordsPerMinute} divided by this. */
  readonly stretchedSpeed?: number;
  readonly plainWordsPerMinute: number;
}

/**
 * Maps a unit's speed and emphasis to eSpeak NG.
 *
 * The pitch range is halved at emphasis 0, the default at 50, doubled at 100, in perceptually even steps:
 * `50 · 2^((emphasis - 50) / 50)`. A range of zero would remove the tones of Chinese and Vietnamese.
 */
export function prosodyOf({
  speed,
  emphasisIntensity = NEUTRAL_EMPHASIS,
}: Pick<SynthesisUnit, 'speed' | 'emphasisIntensity'>): EspeakProsody {
  const wanted = OWN_WORDS_PER_MINUTE * speed ** PACE_EXPONENT;
  const pitchRange = OWN_PITCH_RANGE * 2 ** ((emphasisIntensity - NEUTRAL_EMPHASIS) / NEUTRAL_EMPHASIS);
  return {
    wordsPerMinute: Math.round(Math.min(FASTEST, Math.max(SLOWEST, wanted))),
    pitchRange: Math.round(pitchRange),
    plainWordsPerMinute: OWN_WORDS_PER_MINUTE,
    ...((speed < DIRECT_FROM || speed > DIRECT_TO) && { stretchedSpeed: speed }),
  };
}
