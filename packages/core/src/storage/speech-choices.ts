import type { StoredVoicePack } from '../voices/stored-voice-pack.ts';

/**
 * What operators chose in a running service, in addition to its settings. The same for every process on the database.
 */
export interface SpeechChoices {
  /** Grows with each change. */
  readonly revision: number;
  /**
   * Catalogue ids of the installed models whose voices and recognizers are offered. `null`: nobody has installed or removed one yet;
   * each process offers what its model folder contains.
   */
  readonly models: readonly string[] | null;
  /** Code of the voice for requests that name none. `null`: the setting applies. */
  readonly defaultVoice: string | null;
  /** Catalogue id of the default recognizer. `null`: the first of the plugins. */
  readonly defaultRecognizer: string | null;
  /** App IDs by voice code: the voice belongs to that app alone. */
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
