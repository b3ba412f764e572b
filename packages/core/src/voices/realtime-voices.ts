import type { VoiceCatalogue } from './voice-catalogue.ts';

/** The voices of `mode: "sync"`: the codes that the operator named, or every voice, including those added later. */
export type RealtimeVoices = readonly string[] | 'all';

/** `joe` sounds natural; the others are inside a package, so that they are available before any model is fetched. */
export const DEFAULT_REALTIME_VOICES = ['joe', 'slt', 'rms', 'awb', 'kal16'] as const;

export function isRealtimeVoice(voices: RealtimeVoices, code: string): boolean {
  return voices === 'all' || voices.includes(code);
}

/**
 * The voice for requests that name none, if the settings name none: the first of {@link DEFAULT_REALTIME_VOICES} that exists, otherwise
 * the first of the catalogue.
 *
 * @returns `undefined` if there is no voice at all
 */
export function bestVoiceCode({ voices }: Pick<VoiceCatalogue, 'voices'>): string | undefined {
  const best = DEFAULT_REALTIME_VOICES.find((wanted) => voices.some(({ code }) => code === wanted));
  return best ?? voices[0]?.code;
}
