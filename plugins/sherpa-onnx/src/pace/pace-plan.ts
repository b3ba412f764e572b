import type { PaceTraits } from '../families/family.ts';

/** What the speed of one unit asks of the model and of the stretch after it. */
export interface PacePlan {
  /** The `speed` that the model is given. */
  readonly engineSpeed: number;
  /** @returns the length that the unit is due, in samples, from that of what the model gave */
  readonly dueSamples: (modelSamples: number) => number;
}

export interface PaceRequest extends PaceTraits {
  /** 0.25 to 1.9. */
  readonly speed: number;
  /** What {@link spokenLetters} counts in the text. */
  readonly letters: number;
}

/**
 * No text was seen with less or more of its length at speed 1 in the fixed part. The least is reached by single words,
 * whose last sound is drawn out; a text with names of letters ("www") has more sounds than it has letters.
 */
const MIN_FIXED_SHARE = 0.1;
const LONG_FRAMES = 130;
const MIN_FIXED_SHARE_OF_LONG = 0.18;
const MAX_FIXED_SHARE = 0.3;
/** The share for choosing the model's speed, before its length is known. */
const USUAL_FIXED_SHARE = 0.21;
/**
 * From here on the stretch does it all: it is exact, while a model that is driven fast slurs its short sounds, and a stretch that
 * takes periods out can't be heard as one. Below, a stretch would have to invent too many.
 */
const STRETCHED_FROM = 0.8;

/**
 * A model's length at speed v is `a / v + b`: `a` are the durations that it predicts, `b` is what rounding each of them up to
 * a whole frame adds. `b` follows from the text within a few per cent, so the length at speed 1 follows from any one render.
 */
export function planPace(request: PaceRequest): PacePlan {
  const { speed, letters, frameSamples, fixedFramesPerLetter } = request;
  if (speed === 1) return { engineSpeed: 1, dueSamples: (modelSamples) => modelSamples };
  const hasFixedPart = fixedFramesPerLetter > 0;
  const share = hasFixedPart ? USUAL_FIXED_SHARE : 0;
  const engineSpeed = speed < STRETCHED_FROM ? (1 - share) / (1 / speed - share) : 1;
  const guessSamples = letters * frameSamples * fixedFramesPerLetter;
  return {
    engineSpeed,
    dueSamples: (modelSamples) => {
      const plain = hasFixedPart
        ? plainSamples({ modelSamples, engineSpeed, guessSamples, frameSamples })
        : modelSamples * engineSpeed;
      return Math.round(plain / speed);
    },
  };
}

interface Render {
  readonly modelSamples: number;
  readonly engineSpeed: number;
  /** About what its fixed part is. */
  readonly guessSamples: number;
  readonly frameSamples: number;
}

/** @returns the length that it would have at speed 1 */
function plainSamples({ modelSamples, engineSpeed, guessSamples, frameSamples }: Render): number {
  /** As below, for a fixed part that is this share of the length at speed 1. */
  const ofShare = (share: number) => modelSamples / ((1 - share) / engineSpeed + share);
  const plain = (modelSamples - guessSamples) * engineSpeed + guessSamples;
  const isLong = ofShare(USUAL_FIXED_SHARE) > LONG_FRAMES * frameSamples;
  const [one, other] = [
    ofShare(isLong ? MIN_FIXED_SHARE_OF_LONG : MIN_FIXED_SHARE),
    ofShare(MAX_FIXED_SHARE),
  ];
  return Math.min(Math.max(plain, Math.min(one, other)), Math.max(one, other));
}
