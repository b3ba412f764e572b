import { SpeechError } from '@parlance/core/errors';

/** The network's table of a speaker: a style of 256 numbers for each number of symbols up to 510. */
const STYLE_DIMENSIONS = '510,1,256';
const SAMPLE_RATE_HZ = '24000';

/**
 * What sherpa-onnx needs to know of Kokoro 1.0: the properties that belong at the end of the ONNX file.
 *
 * `version` is not given. From version 2 on sherpa-onnx wants a lexicon of whole words, which upstream publishes for English
 * and Mandarin only; without it, eSpeak NG turns text of every language into the symbols.
 *
 * @param speakers their names, in the order in which the file of voices holds them
 */
export function kokoroMetadata(speakers: readonly string[]): Readonly<Record<string, string>> {
  return {
    model_type: 'kokoro',
    language: 'multi-lang',
    has_espeak: '1',
    sample_rate: SAMPLE_RATE_HZ,
    // What a text is read as when a call names no language.
    voice: 'en-us',
    style_dim: STYLE_DIMENSIONS,
    n_speakers: String(speakers.length),
    speaker_names: speakers.join(','),
  };
}

/**
 * Turns Kokoro's `{ "vocab": { symbol: id } }` into the `tokens.txt` of sherpa-onnx: one line `symbol id`.
 *
 * @throws SpeechError `MODEL_CORRUPT` when it is no such vocabulary; a symbol has one code point and an id of its own, since
 *   sherpa-onnx ends the process over any other
 */
export function convertKokoroVocabulary(json: string): string {
  const symbols = Object.entries(vocabularyOf(json));
  const ids = new Set(symbols.map(([, id]) => id));
  const isUsable = symbols.every(
    ([symbol, id]) => [...symbol].length === 1 && symbol !== '\n' && Number.isSafeInteger(id),
  );
  if (symbols.length === 0 || !isUsable || ids.size !== symbols.length) throw corrupt();
  return symbols.map(([symbol, id]) => `${symbol} ${id}\n`).join('');
}

function vocabularyOf(json: string): object {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (cause) {
    throw corrupt(cause);
  }
  const { vocab } = (content ?? {}) as { readonly vocab?: unknown };
  if (typeof vocab === 'object' && vocab !== null) return vocab;
  throw corrupt();
}

function corrupt(cause?: unknown): SpeechError {
  return new SpeechError('MODEL_CORRUPT', "Kokoro's vocabulary cannot be used.", {}, { cause });
}
