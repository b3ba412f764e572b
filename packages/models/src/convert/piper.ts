import { SpeechError } from '@parlance/core/errors';

/** The data of a Piper voice that sherpa-onnx needs. */
export interface PiperConversion {
  /** Properties to be appended to the ONNX file. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The content of `tokens.txt`. */
  readonly tokens: string;
}

/**
 * Parses a Piper voice's `.onnx.json`.
 *
 * @throws SpeechError `MODEL_CORRUPT` if it is not the configuration of a Piper voice that sherpa-onnx supports
 */
export function convertPiperConfig(json: string): PiperConversion {
  const config = asRecord(parseJson(json), 'the configuration');
  const phonemeType = config.phoneme_type ?? 'espeak';
  if (phonemeType !== 'espeak')
    throw corrupt(`its phonemes are of type ${JSON.stringify(phonemeType)}, not "espeak"`);
  const voice = asRecord(config.espeak, 'espeak').voice;
  if (typeof voice !== 'string' || voice === '') throw corrupt('espeak.voice is missing');
  const sampleRateHz = asRecord(config.audio, 'audio').sample_rate;
  if (!isPositiveInteger(sampleRateHz)) throw corrupt('audio.sample_rate is not a positive integer');
  // Absent in early voices, which have one speaker.
  const speakers = config.num_speakers ?? 1;
  if (!isPositiveInteger(speakers)) throw corrupt('num_speakers is not a positive integer');
  return {
    metadata: {
      model_type: 'vits',
      comment: 'piper',
      language: languageName(config, voice),
      voice,
      has_espeak: '1',
      n_speakers: String(speakers),
      sample_rate: String(sampleRateHz),
    },
    tokens: tokensOf(asRecord(config.phoneme_id_map, 'phoneme_id_map')),
  };
}

/**
 * sherpa-onnx looks phonemes up by single code points and ends the process if a line has more, so entries with
 * several code points must not be written.
 */
function tokensOf(idsBySymbol: Readonly<Record<string, unknown>>): string {
  const lines: string[] = [];
  for (const [symbol, ids] of Object.entries(idsBySymbol)) {
    const id = Array.isArray(ids) && ids.length === 1 ? ids[0] : undefined;
    if (!Number.isSafeInteger(id) || id < 0) throw corrupt('phoneme_id_map has an entry that is not one id');
    if ([...symbol].length === 1 && symbol !== '\n') lines.push(`${symbol} ${id}\n`);
  }
  if (lines.length === 0) throw corrupt('phoneme_id_map is empty');
  return lines.join('');
}

/** For display in sherpa-onnx only. */
function languageName(config: Readonly<Record<string, unknown>>, fallback: string): string {
  const language = config.language;
  if (typeof language !== 'object' || language === null) return fallback;
  const { name_english: english, code } = language as Record<string, unknown>;
  if (typeof english === 'string' && english !== '') return english;
  return typeof code === 'string' && code !== '' ? code : fallback;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw corrupt('it is not JSON', cause);
  }
}

function asRecord(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw corrupt(`${name} is not an object`);
  return value as Record<string, unknown>;
}

function isPositiveInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function corrupt(why: string, cause?: unknown): SpeechError {
  return new SpeechError(
    'MODEL_CORRUPT',
    `The Piper voice's configuration cannot be used: ${why}.`,
    {},
    { cause },
  );
}
