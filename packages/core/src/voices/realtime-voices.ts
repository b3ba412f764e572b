import type { VoiceCatalogue } from './voice-catalogue.ts';

/** The voices of `mode: "sync"`: the codes that the operator named, or every voice there is, those added later included. */
export type RealtimeVoices = readonly string[] | 'all';

/** `joe` sounds natural; the others come inside a package, so that they speak before any model is fetched. */
export const DEFAULT_REALTIME_VOICES = ['joe', 'slt', 'rms', 'awb', 'kal16'] as const;

export function isRealtimeVoice(voices: RealtimeVoices, code: string): boolean {
  return voices === 'all' || voices.includes(code);
}

/**
 * The voice of callers who name none, where the settings name none: the first of {@link DEFAULT_REALTIME_VOICES} that is there, else
 * the first of the catalogue.
 *
 * @returns `undefined` when there is no voice at all
 */
export function bestVoiceCode({ voices }: Pick<VoiceCatalogue, 'voices'>): string | undefined {
  const best = DEFAULT_REALTIME_VOICES.find((wanted) => voices.some(({ code }) => code === wanted));
  return best ?? voices[0]?.code;
}
