const HOP_MS = 10;
/** Levels are smoothed over this many hops, so that a stop consonant's 50 ms of closure is no better than a pause. */
const SMOOTHED_HOPS = 9;
/** The penalty for certain speech, in dB: noise between words is a better place for a cut than a quiet vowel. */
const SPEECH_PENALTY_DB = 20;
/** Digital silence counts as -90 dBFS, so that the later of two silent places is chosen. */
const FLOOR_POWER = 1e-9;

export interface CutSearch {
  /** The signal around the range. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  /** First index at which a cut is allowed. */
  readonly from: number;
  /** Last index at which a cut is allowed; not before `from`. */
  readonly to: number;
  /** The detector's speech probability at an index. */
  readonly probabilityAt: (index: number) => number;
}

/** Mean power of each hop of `samples`; the last one may be shorter. */
function hopPowers(samples: Float32Array, hopSamples: number): Float64Array {
  const powers = new Float64Array(Math.ceil(samples.length / hopSamples));
  for (let hop = 0; hop < powers.length; hop++) {
    const end = Math.min((hop + 1) * hopSamples, samples.length);
    let sum = 0;
    for (let index = hop * hopSamples; index < end; index++) sum += (samples[index] as number) ** 2;
    powers[hop] = sum / (end - hop * hopSamples);
  }
  return powers;
}

function smoothedPower(powers: Float64Array, hop: number): number {
  const reach = (SMOOTHED_HOPS - 1) / 2;
  const around = powers.subarray(Math.max(0, hop - reach), hop + reach + 1);
  return around.reduce((sum, power) => sum + power, 0) / around.length;
}

/**
 * Finds the best place to cut running speech: the quietest 90 ms, where 20 dB weigh as much as the
 * detector's certainty that nobody speaks. Of equal places the latest is chosen.
 *
 * @returns an index from `from` to `to`
 */
export function quietestCut({ samples, sampleRateHz, from, to, probabilityAt }: CutSearch): number {
  const hopSamples = Math.max(1, Math.round((HOP_MS * sampleRateHz) / 1000));
  const powers = hopPowers(samples, hopSamples);
  let best = { index: to, score: Number.POSITIVE_INFINITY };
  for (let hop = 0; hop < powers.length; hop++) {
    const index = Math.floor((hop + 0.5) * hopSamples);
    if (index < from || index > to) continue;
    const levelDb = 10 * Math.log10(Math.max(smoothedPower(powers, hop), FLOOR_POWER));
    const score = levelDb + SPEECH_PENALTY_DB * probabilityAt(index);
    if (score <= best.score) best = { index, score };
  }
  return best.index;
}
