import {
  bestVoiceCode,
  DEFAULT_REALTIME_VOICES,
  didYouMean,
  type RealtimeVoices,
  SpeechError,
  type SpeechSettings,
  type VoiceCatalogue,
} from '@parlance/core';

type VoiceSettings = Pick<SpeechSettings, 'defaultVoice' | 'realtimeVoices'>;

const ALL = 'all';
const MAX_NAMED_VOICES = 20;

/**
 * The voices of `mode: "sync"`. Of the default ones, those that are there; every voice in a service that has none of them.
 *
 * @throws SpeechError `INVALID_CONFIG` for a voice in the settings that no plugin has
 */
export function chooseRealtimeVoices(
  { realtimeVoices }: VoiceSettings,
  { voices }: VoiceCatalogue,
): RealtimeVoices {
  const codes = voices.map(({ code }) => code);
  if (realtimeVoices === undefined) {
    return DEFAULT_REALTIME_VOICES.some((code) => codes.includes(code)) ? DEFAULT_REALTIME_VOICES : ALL;
  }
  if (realtimeVoices.length === 1 && realtimeVoices[0] === ALL) return ALL;
  requireVoices('realtimeVoices', realtimeVoices, codes);
  return realtimeVoices;
}

/** @throws SpeechError `INVALID_CONFIG` when no plugin has the `defaultVoice` of the settings */
export function requireDefaultVoice({ defaultVoice }: VoiceSettings, { voices }: VoiceCatalogue): void {
  const codes = voices.map(({ code }) => code);
  if (defaultVoice !== undefined) requireVoices('defaultVoice', [defaultVoice], codes);
}

/** @throws SpeechError `ENGINE_UNAVAILABLE` when there is no voice at all */
export function defaultVoiceCode({ defaultVoice }: VoiceSettings, catalogue: VoiceCatalogue): string {
  const code = defaultVoice ?? bestVoiceCode(catalogue);
  if (code !== undefined) return code;
  throw new SpeechError('ENGINE_UNAVAILABLE', 'No plugin of this service speaks; add one to plugins.');
}

function requireVoices(field: string, wanted: readonly string[], codes: readonly string[]): void {
  const missing = wanted.filter((code) => !codes.includes(code));
  if (missing.length === 0) return;
  const all =
    codes.length > MAX_NAMED_VOICES
      ? '"parlance voices" lists the voices.'
      : `The voices are ${codes.join(', ')}.`;
  throw new SpeechError(
    'INVALID_CONFIG',
    `${field} names ${missing.join(', ')}, which no plugin has.${didYouMean(missing[0] ?? '', codes)} ${all}`,
    { field },
  );
}
