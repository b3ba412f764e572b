import { stabilityOf } from '../../segmentation/local-agreement.ts';

/**
 * Of a final whose engine gives no probabilities and that had no interim to be compared with: nothing is known either way, and
 * the middle says so. 1 would claim a certainty that nobody measured.
 */
export const UNKNOWN_CONFIDENCE = 0.5;

export interface ConfidenceEvidence {
  /** Natural logarithms, one a token; empty when the engine gives none. */
  readonly logProbabilities: readonly number[];
  readonly finalText: string;
  /** The utterance's last interim. */
  readonly lastInterimText: string | undefined;
}

/**
 * How sure a final result is: exp of the mean log-probability of its tokens; where the engine gives none, the share of the last
 * interim's words that the final kept in their places (the words that came after it count neither way).
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
