import { SpeechError } from '@parlance/core/errors';

/** The style table of a speaker: 256 numbers for each length in symbols, up to 510. */
const STYLE_DIMENSIONS = '510,1,256';
const SAMPLE_RATE_HZ = '24000';

/**
 * The metadata of Kokoro 1.0 that sherpa-onnx needs, to be appended to the ONNX file.
 *
 * `version` is not set. From version 2 on sherpa-onnx needs a lexicon of words, which upstream publishes only for English
 * and Mandarin; without it, eSpeak NG converts text in every language to symbols.
 *
 * @param speakers names in the order of the voices file
 */
export function kokoroMetadata(speakers: readonly string[]): Readonly<Record<string, string>> {
  return {
    model_type: 'kokoro',
    language: 'multi-lang',
    has_espeak: '1',
    sample_rate: SAMPLE_RATE_HZ,
    // The language of calls that name none.
    voice: 'en-us',
    style_dim: STYLE_DIMENSIONS,
    n_speakers: String(speakers.length),
    speaker_names: speakers.join(','),
  };
}

/**
 * Converts Kokoro's `{ "vocab": { symbol: id } }` to the `tokens.txt` of sherpa-onnx, with a line `symbol id` each.
 *
 * @throws SpeechError `MODEL_CORRUPT` for an invalid vocabulary; each symbol must have one code point and a unique id, since
 *   otherwise sherpa-onnx ends the process
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
  return new SpeechError('MODEL_CORRUPT', "Kokoro's vocabulary is invalid.", {}, { cause });
}
