import { SpeechError } from '../errors/speech-error.ts';

/** What today's body calls a member, and what the legacy body calls it. */
const LEGACY_NAMES: Readonly<Record<string, string>> = {
  text: 'input_text',
  voiceCode: 'voice_code',
  sampleRate: 'sample_rate',
  speed: 'speed_rate',
  outputFormat: 'audio_type',
  webhookUrl: 'callback_url',
};

/**
 * An error in the words of the client that sent a legacy body: the message of an error about a member begins with the member's
 * name.
 *
 * @returns the same error under the legacy name, or `error` itself when it is about nothing that has another name there
 */
export function inLegacyWords(error: SpeechError): SpeechError {
  const field = String(error.details.field);
  const name = LEGACY_NAMES[field];
  if (name === undefined || !error.message.startsWith(`${field} `)) return error;
  const message = name + error.message.slice(field.length);
  return new SpeechError(error.code, message, { ...error.details, field: name }, { cause: error });
}
