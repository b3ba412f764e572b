import type { StoredVoicePack } from '../voices/stored-voice-pack.ts';

/**
 * What operators chose while a service runs, beside its settings. Every process on the database has the same.
 */
export interface SpeechChoices {
  /** Grows with each change. */
  readonly revision: number;
  /**
   * Catalogue ids of the installed models whose voices and recognizers are offered. `null`: nobody installed or removed one yet;
   * each process offers what its model folder holds.
   */
  readonly models: readonly string[] | null;
  /** Code of the voice of callers who name none. `null`: as the settings say. */
  readonly defaultVoice: string | null;
  /** Catalogue id of the recognizer that is asked first. `null`: the first of the plugins. */
  readonly defaultRecognizer: string | null;
  /** App IDs by the code of the voice that belongs to the app alone. */
  readonly voiceOwners: Readonly<Record<string, string>>;
  /** Voice packs that were added while the service runs, oldest first. */
  readonly voicePacks: readonly StoredVoicePack[];
}

export const NO_CHOICES: SpeechChoices = {
  revision: 0,
  models: null,
  defaultVoice: null,
  defaultRecognizer: null,
  voiceOwners: {},
  voicePacks: [],
};
