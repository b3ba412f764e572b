import type { Recognition, RecognitionEngine, RecognizedToken } from '../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../engine/synthesis-engine.ts';
import type { AlignedWord, TextAligner } from '../engine/text-aligner.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { type TextWord, wordRanges } from '../segmentation/word-ranges.ts';

export interface WordTimes {
  readonly aligner: TextAligner;
  /** BCP 47: of the recordings, and known to the aligner. */
  readonly languageCode: string;
}

/**
 * A recognizer whose words have times: those of each segment are found in its samples once it is recognized. It recognizes whole segments alone, and
 * an utterance whose text is too long for its samples has no times. The recognizer and the aligner stay the caller's to close.
 */
export function withWordTimes(
  recognizer: RecognitionEngine,
  { aligner, languageCode }: WordTimes,
): RecognitionEngine {
  const { sampleRateHz } = recognizer.capabilities;
  const recognize = async (samples: Float32Array, options: EngineCallOptions = {}): Promise<Recognition> => {
    // The recognizer takes the buffer with it.
    const kept = samples.slice();
    const recognition = await recognizer.recognize(samples, options);
    const { text } = recognition;
    const words = wordRanges(text);
    if (words.length === 0) return recognition;
    const { signal, lane, turn } = options;
    const ranges = words.map(({ start, end }) => ({ start, end }));
    const call = { ...(signal && { signal }), ...(lane && { lane }), ...(turn !== undefined && { turn }) };
    try {
      const task = { samples: kept, sampleRateHz, text, words: ranges, languageCode };
      const found = await aligner.align(task, call);
      return { text, tokens: tokensOf(recognition, words, found) };
    } catch (error) {
      if (SpeechError.from(error).code !== 'INVALID_INPUT') throw error;
      return recognition;
    }
  };
  return {
    id: recognizer.id,
    model: recognizer.model,
    capabilities: { ...recognizer.capabilities, streaming: false, tokenTimes: true },
    warm: async () => void (await Promise.all([recognizer.warm(), aligner.warm()])),
    recognize,
    hold: () => recognizer.hold?.() ?? (() => undefined),
    close: async () => undefined,
  };
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
