import type { Recognition, RecognizedToken } from '../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../engine/synthesis-engine.ts';
import type { AlignedWord, TextAligner } from '../engine/text-aligner.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { type TextWord, wordRanges } from '../segmentation/word-ranges.ts';
import { correctedTokens } from './corrected-tokens.ts';

/** Who finds the words of what was recognized in its samples. */
export interface WordTimes {
  readonly aligner: TextAligner;
  /** BCP 47: of the audio, and known to the aligner. */
  readonly languageCode: string;
}

/** What was recognized in samples, and how its words are asked for. */
export interface WordTimesTask {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly call: EngineCallOptions & { readonly signal: AbortSignal };
}

/**
 * Gives the words of a recognition their times. Without them it is left as it is: when its text is too long for its samples, and, where
 * somebody waits for the text, when the aligner fails.
 *
 * @param task its samples are copied
 * @throws SpeechError `ABORTED`; in other lanes than `final` and `ahead` also an aligner's code, after a second attempt where a worker died
 */
export async function timeWords(
  recognition: Recognition,
  { aligner, languageCode }: WordTimes,
  { samples, sampleRateHz, call }: WordTimesTask,
): Promise<Recognition> {
  // Their sounds are those that were heard.
  const { text } = recognition.heard ?? recognition;
  const words = wordRanges(text);
  if (words.length === 0) return recognition;
  const ranges = words.map(({ start, end }) => ({ start, end }));
  const align = () =>
    aligner.align({ samples: samples.slice(), sampleRateHz, text, words: ranges, languageCode }, call);
  try {
    const found = await align().catch((error: unknown) => {
      if (call.signal.aborted || SpeechError.from(error).code !== 'ENGINE_CRASHED') throw error;
      return align();
    });
    const tokens = tokensOf({ text, tokens: recognition.tokens }, words, found);
    const { replaced = [] } = recognition.heard ?? {};
    return { ...recognition, tokens: correctedTokens(text, tokens, replaced) };
  } catch (error) {
    const isLive = call.lane === 'final' || call.lane === 'ahead';
    const isBeyondTimes = SpeechError.from(error).code === 'INVALID_INPUT';
    if (call.signal.aborted || !(isLive || isBeyondTimes)) throw error;
    return recognition;
  }
}

/** A token for each word, with the mean probability of the engine's own tokens where it gave them. */
function tokensOf(
  { text, tokens }: Recognition,
  words: readonly TextWord[],
  found: readonly AlignedWord[],
): readonly RecognizedToken[] {
  const probabilities = tokens.flatMap(({ logProbability }) => logProbability ?? []);
  const isKnown = probabilities.length > 0 && probabilities.length === tokens.length;
  const logProbability = probabilities.reduce((sum, value) => sum + value, 0) / tokens.length;
  return words.map(({ start, end, isSpaced }, index) => ({
    text: `${isSpaced ? ' ' : ''}${text.slice(start, end)}`,
    ...(found[index] ?? {}),
    ...(isKnown && { logProbability }),
  }));
}
