import { SpeechError } from '../errors/speech-error.ts';

/** The name of a member in the current body, and in the legacy body. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  text: 'input_text',
  voiceCode: 'voice_code',
  sampleRate: 'sample_rate',
  speed: 'speed_rate',
  outputFormat: 'audio_type',
  webhookUrl: 'callback_url',
};

/**
 * Rewrites an error for a client that sent a legacy body. The message of an error about a member begins with the member's
 * name.
 *
 * @returns the same error with the legacy name, or `error` itself if it is about no member with a different name
 */
export function inLegacyWords(error: SpeechError): SpeechError {
  const field = String(error.details.field);
  const name = LEGACY_NAMES[field];
  if (name === undefined || !error.message.startsWith(`${field} `)) return error;
  const message = name + error.message.slice(field.length);
  return new SpeechError(error.code, message, { ...error.details, field: name }, { cause: error });
}
