import type { AdminActor } from '../administration/admin-actor.ts';
import type { SpeechErrorCode } from '../errors/error-codes.ts';

/** A voice pack of a running service, as it is in one process, for operators. */
export interface ManagedVoicePack {
  readonly packId: string;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly family: string;
  readonly licence: string;
  readonly ownership: 'COMMUNITY' | 'PERSONAL';
  /** The only app that may use the voices; `null`: all apps may. */
  readonly ownerAppId: string | null;
  readonly voices: readonly { readonly code: string; readonly name: string; readonly languageCode: string }[];
  /** Total size of its files. */
  readonly sizeBytes: number;
  /** Whether this process offers its voices; another one may still be fetching the files. */
  readonly isInUse: boolean;
  /** Why this process does not have it. */
  readonly error: { readonly code: SpeechErrorCode; readonly message: string } | null;
  /** What it is used for, which prevents its removal without `force`. */
  readonly usedAs: readonly string[];
}

/** A file of a pack that is being uploaded. */
export interface UploadedPackFile {
  /** With "/"; files outside the folder of `voice-pack.json` are ignored. */
  readonly path: string;
  /** Must be read to its end before the next file is requested. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface AddVoicePackOptions {
  /** Assigns the voices to one app, whatever the pack says. */
  readonly ownerAppId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Adds and removes voice packs of a running service. An action with `by` is added to the log of actions. */
export interface VoicePackAdmin {
  /** Oldest first. */
  list(): Promise<readonly ManagedVoicePack[]>;
  /**
   * Checks a pack, tries it by synthesizing a text, and stores it: its voices are available at once in this process, and within seconds in others on the
   * storage. Nothing of a refused pack is stored.
   *
   * @throws SpeechError `INVALID_INPUT` for an invalid pack, also if the synthesis fails; `VOICE_PACK_CONFLICT` for a voice code
   * that is in use; `NOT_FOUND` for an unknown app; `ABORTED`; a storage code; what reading a file throws
   */
  add(
    files: AsyncIterable<UploadedPackFile>,
    options: AddVoicePackOptions,
    by?: AdminActor,
  ): Promise<ManagedVoicePack>;
  /**
   * Removes its voices from the service, lets running syntheses end, and deletes its files.
   *
   * @throws SpeechError `NOT_FOUND`; `VOICE_PACK_CONFLICT` without `force` if one of its voices is the default or named by the
   * settings; a storage code
   */
  remove(packId: string, options?: { readonly force?: boolean | undefined }, by?: AdminActor): Promise<void>;
}
