import type { PaceTraits } from '../families/family.ts';

/** How the speed of one unit is divided between the model and the stretch after it. */
export interface PacePlan {
  /** The `speed` for the model. */
  readonly engineSpeed: number;
  /** @returns the length that the unit should have, in samples, from the length of the model's audio */
  readonly dueSamples: (modelSamples: number) => number;
}

export interface PaceRequest extends PaceTraits {
  /** 0.25 to 1.9. */
  readonly speed: number;
  /** The result of {@link spokenLetters} for the text. */
  readonly letters: number;
}

/**
 * The measured limits of the fixed part, as a share of the length at speed 1. The minimum occurs for single words,
 * whose last sound is long; a text with names of letters ("www") has more sounds than letters.
 */
const MIN_FIXED_SHARE = 0.1;
const LONG_FRAMES = 130;
const MIN_FIXED_SHARE_OF_LONG = 0.18;
const MAX_FIXED_SHARE = 0.3;
/** The assumed share for choosing the model's speed, before its length is known. */
const USUAL_FIXED_SHARE = 0.21;
/**
 * From this speed on only the stretch is used: it is exact, while a fast model slurs its short sounds, and a stretch that
 * removes periods is inaudible. Below it, a stretch would have to add too many.
 */
const STRETCHED_FROM = 0.8;

/**
 * A model's length at speed v is `a / v + b`: `a` are the durations that it predicts, `b` is what rounding each of them up to
 * a whole frame adds. `b` can be computed from the text within a few per cent, so the length at speed 1 can be computed from any render.
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
  /** The estimated fixed part. */
  readonly guessSamples: number;
  readonly frameSamples: number;
}

/** @returns the length at speed 1 */
function plainSamples({ modelSamples, engineSpeed, guessSamples, frameSamples }: Render): number {
  /** The result if the fixed part is this share of the length at speed 1. */
  const ofShare = (share: number) => modelSamples / ((1 - share) / engineSpeed + share);
  const plain = (modelSamples - guessSamples) * engineSpeed + guessSamples;
  const isLong = ofShare(USUAL_FIXED_SHARE) > LONG_FRAMES * frameSamples;
  const [one, other] = [
    ofShare(isLong ? MIN_FIXED_SHARE_OF_LONG : MIN_FIXED_SHARE),
    ofShare(MAX_FIXED_SHARE),
  ];
  return Math.min(Math.max(plain, Math.min(one, other)), Math.max(one, other));
}
