import type { Recognition, RecognizedToken } from '../../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import type { AlignedWord, TextAligner } from '../../engine/text-aligner.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { type TextWord, wordRanges } from '../../segmentation/word-ranges.ts';
import { correctedTokens } from './corrected-tokens.ts';

/** The aligner that finds recognized words in their samples. */
export interface WordTimes {
  readonly aligner: TextAligner;
  /** BCP 47 code of the audio's language, which the aligner supports. */
  readonly languageCode: string;
}

/** What was recognized in samples, and the options of the aligner's call. */
export interface WordTimesTask {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly call: EngineCallOptions & { readonly signal: AbortSignal };
}

/**
 * Adds times to the words of a recognition. It is returned unchanged if its text is too long for its samples, and, if
 * somebody waits for the text, also when the aligner fails.
 *
 * @param task its samples are copied
 * @throws SpeechError `ABORTED`; in lanes other than `final` and `ahead` also an aligner's code, after a second attempt if a worker died
 */
export async function timeWords(
  recognition: Recognition,
  { aligner, languageCode }: WordTimes,
  { samples, sampleRateHz, call }: WordTimesTask,
): Promise<Recognition> {
  // The aligner needs the words as they were recognized, before terms replaced them.
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

/** A token for each word, with the mean probability of the engine's own tokens if it reports them. */
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
