import type { SynthesisUnit } from '@parlance/core/engine';
import type { OwnProsody } from './voices.ts';

/** The emphasis at which a voice has its own spread. */
const NEUTRAL_EMPHASIS = 50;

/** Flite's parameters for one unit. Absent: the voice's own. */
export interface FliteProsody {
  readonly durationStretch: number;
  readonly f0SpreadHz?: number;
}

/**
 * Maps a unit's speed and emphasis to a voice.
 *
 * The spread of the fundamental frequency is halved at emphasis 0, the voice's own at 50, doubled at 100, in perceptually
 * even steps: `own · 2^((emphasis - 50) / 50)`. Zero would be a robot's monotone, and more than
 * double would push the low voices to Flite's minimum of 50 Hz. A voice without a spread ignores emphasis.
 */
export function prosodyOf(
  { speed, emphasisIntensity }: Pick<SynthesisUnit, 'speed' | 'emphasisIntensity'>,
  own: OwnProsody,
): FliteProsody {
  const durationStretch = own.durationStretch / speed;
  if (emphasisIntensity === undefined || own.f0SpreadHz === undefined) return { durationStretch };
  const factor = 2 ** ((emphasisIntensity - NEUTRAL_EMPHASIS) / NEUTRAL_EMPHASIS);
  return { durationStretch, f0SpreadHz: own.f0SpreadHz * factor };
}
