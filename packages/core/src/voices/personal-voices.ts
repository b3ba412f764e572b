import type { Voice } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';

/**
 * Assigns voices to apps.
 *
 * @param owners App IDs by voice code
 * @returns all `voices`, with the assigned ones as `PERSONAL` voices of their owners
 * @throws SpeechError `INVALID_CONFIG` for an unknown code
 */
export function assignPersonalVoices(
  voices: readonly Voice[],
  owners: Readonly<Record<string, string>>,
): readonly Voice[] {
  const missing = Object.keys(owners).filter((code) => !voices.some((voice) => voice.code === code));
  if (missing.length > 0) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `personalVoices names ${missing.join(', ')}, which no plugin has.`,
      {
        field: 'personalVoices',
      },
    );
  }
  return voices.map((voice) => {
    const ownerAppId = Object.hasOwn(owners, voice.code) ? owners[voice.code] : undefined;
    return ownerAppId === undefined ? voice : { ...voice, ownership: 'PERSONAL', ownerAppId };
  });
}
