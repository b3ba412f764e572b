import type { SynthesisUnit } from '@parlance/core/engine';

/** eSpeak NG's own pace, in words of its making a minute. */
const OWN_WORDS_PER_MINUTE = 175;
/**
 * The length of speech falls a little faster than eSpeak NG's number of words grows: by its power of 1.05, the middle of 50 languages
 * at 80 to 260 words.
 */
const PACE_EXPONENT = 1 / 1.05;
/** Below it stays as it is, whatever is asked; above it drops the short sounds of some languages, down to a quarter of the length. */
const [SLOWEST, FASTEST] = [90, 250];
/** Within these speeds the length came out within 7 % in every language; outside it is a third off for some. */
const [DIRECT_FROM, DIRECT_TO] = [0.8, 1.25];

/** The middle of eSpeak NG's scale for the range of the pitch, 0 to 100. */
const OWN_PITCH_RANGE = 50;
const NEUTRAL_EMPHASIS = 50;

/** What eSpeak NG is told for one unit. */
export interface EspeakProsody {
  readonly wordsPerMinute: number;
  readonly pitchRange: number;
  /** Absent: the pace alone gives the length asked for. Present: the length is to be that at {@link plainWordsPerMinute} divided by it. */
  readonly stretchedSpeed?: number;
  readonly plainWordsPerMinute: number;
}

/**
 * Maps a unit's speed and emphasis to eSpeak NG.
 *
 * The range of the pitch is halved at emphasis 0, its own at 50, doubled at 100, and even steps between are even:
 * `50 · 2^((emphasis - 50) / 50)`. A flat zero would take the tones from Chinese and Vietnamese.
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
