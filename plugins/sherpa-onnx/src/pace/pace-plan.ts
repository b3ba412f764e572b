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

/** No text was seen with less or more of its length at speed 1 in the fixed part. */
const MIN_FIXED_SHARE = 0.1;
const MAX_FIXED_SHARE = 0.3;
/** The share for choosing the model's speed, before its length is known. */
const USUAL_FIXED_SHARE = 0.21;
/** The model takes this power of a speed above 1 and the stretch the rest: driven harder it slurs its short sounds. */
const FAST_MODEL_POWER = 0.5;

/**
 * A model's length at speed v is `a / v + b`: `a` are the durations that it predicts, `b` is what rounding each of them up to
 * a whole frame adds. `b` follows from the text within a few per cent, so the length at speed 1 follows from any one render.
 */
export function planPace(request: PaceRequest): PacePlan {
  const { speed, letters, frameSamples, fixedFramesPerLetter } = request;
  if (speed === 1) return { engineSpeed: 1, dueSamples: (modelSamples) => modelSamples };
  const hasFixedPart = fixedFramesPerLetter > 0;
  const share = hasFixedPart ? USUAL_FIXED_SHARE : 0;
  const pace = speed > 1 ? speed ** FAST_MODEL_POWER : speed;
  const engineSpeed = (1 - share) / (1 / pace - share);
  const guessSamples = letters * frameSamples * fixedFramesPerLetter;
  return {
    engineSpeed,
    dueSamples: (modelSamples) => {
      const plain = hasFixedPart
        ? plainSamples(modelSamples, engineSpeed, guessSamples)
        : modelSamples * engineSpeed;
      return Math.round(plain / speed);
    },
  };
}

/** The length at speed 1 of what has `modelSamples` at `engineSpeed`, with a fixed part of about `guessSamples`. */
function plainSamples(modelSamples: number, engineSpeed: number, guessSamples: number): number {
  /** The same as `(length - b) · speed + b`, for a fixed part that is a share of the length at speed 1. */
  const ofShare = (share: number) => modelSamples / ((1 - share) / engineSpeed + share);
  const plain = (modelSamples - guessSamples) * engineSpeed + guessSamples;
  const [one, other] = [ofShare(MIN_FIXED_SHARE), ofShare(MAX_FIXED_SHARE)];
  return Math.min(Math.max(plain, Math.min(one, other)), Math.max(one, other));
}
