import { stabilityOf } from '../../segmentation/local-agreement.ts';

/**
 * The confidence of a final whose engine reports no probabilities and that had no interim to compare it with: nothing is known either way, which
 * the middle expresses. 1 would claim a certainty that was not measured.
 */
export const UNKNOWN_CONFIDENCE = 0.5;

export interface ConfidenceEvidence {
  /** Natural logarithms, one per token; empty if the engine reports none. */
  readonly logProbabilities: readonly number[];
  readonly finalText: string;
  /** The utterance's last interim. */
  readonly lastInterimText: string | undefined;
}

/**
 * How certain a final result is: exp of the mean log-probability of its tokens; if the engine reports none, the share of the last
 * interim's words that the final has in the same positions (later words do not count).
 *
 * @returns 0 to 1
 */
export function confidenceOf({ logProbabilities, finalText, lastInterimText }: ConfidenceEvidence): number {
  if (logProbabilities.length > 0) {
    const sum = logProbabilities.reduce((total, logProbability) => total + logProbability, 0);
    const confidence = Math.exp(sum / logProbabilities.length);
    return Number.isFinite(confidence) ? Math.min(1, confidence) : 0;
  }
  return lastInterimText === undefined ? UNKNOWN_CONFIDENCE : stabilityOf(finalText, lastInterimText);
}
