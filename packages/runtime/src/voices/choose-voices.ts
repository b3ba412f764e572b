import { SpeechError } from '@parlance/core/errors';
import { didYouMean } from '@parlance/core/input';
import type { SpeechSettings } from '@parlance/core/settings';
import { DEFAULT_REALTIME_VOICES, type RealtimeVoices, type VoiceCatalogue } from '@parlance/core/voices';

type VoiceSettings = Pick<SpeechSettings, 'defaultVoice' | 'realtimeVoices'>;

const ALL = 'all';
const MAX_NAMED_VOICES = 20;

/** The voices of `mode: "sync"`. By default, a fixed list, or all voices if the service has none of that list. */
export function chooseRealtimeVoices(
  { realtimeVoices }: Pick<VoiceSettings, 'realtimeVoices'>,
  { voices }: VoiceCatalogue,
): RealtimeVoices {
  if (realtimeVoices !== undefined)
    return realtimeVoices.length === 1 && realtimeVoices[0] === ALL ? ALL : realtimeVoices;
  const codes = voices.map(({ code }) => code);
  return DEFAULT_REALTIME_VOICES.some((code) => codes.includes(code)) ? DEFAULT_REALTIME_VOICES : ALL;
}

/** @throws SpeechError `INVALID_CONFIG` for a voice in the settings that no plugin has */
export function requireVoiceSettings(
  { defaultVoice, realtimeVoices }: VoiceSettings,
  catalogue: VoiceCatalogue,
): void {
  const codes = catalogue.voices.map(({ code }) => code);
  if (realtimeVoices !== undefined && chooseRealtimeVoices({ realtimeVoices }, catalogue) !== ALL)
    requireVoices('realtimeVoices', realtimeVoices, codes);
  if (defaultVoice !== undefined) requireVoices('defaultVoice', [defaultVoice], codes);
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
