import type { AdminActor } from '../administration/admin-actor.ts';
import type { SpeechErrorCode } from '../errors/error-codes.ts';

/** A voice pack of a running service, as an operator sees it in one process. */
export interface ManagedVoicePack {
  readonly packId: string;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly family: string;
  readonly licence: string;
  readonly ownership: 'COMMUNITY' | 'PERSONAL';
  /** The app that alone has the voices; `null`: everyone has them. */
  readonly ownerAppId: string | null;
  readonly voices: readonly { readonly code: string; readonly name: string; readonly languageCode: string }[];
  /** Of its files together. */
  readonly sizeBytes: number;
  /** Whether this process offers its voices; another one may still be fetching the files. */
  readonly isInUse: boolean;
  /** Why this process lacks it. */
  readonly error: { readonly code: SpeechErrorCode; readonly message: string } | null;
  /** Why it must not be removed without `force`. */
  readonly usedAs: readonly string[];
}

/** A file of a pack on its way in. */
export interface UploadedPackFile {
  /** With "/"; what lies above `voice-pack.json` is left out. */
  readonly path: string;
  /** To be read to its end before the next file is asked for. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface AddVoicePackOptions {
  /** Makes the voices those of one app, whatever the pack says. */
  readonly ownerAppId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Adds and removes voice packs of a running service. What is done `by` somebody stands on the log of actions. */
export interface VoicePackAdmin {
  /** Oldest first. */
  list(): Promise<readonly ManagedVoicePack[]>;
  /**
   * Checks a pack, has it speak, and keeps it: its voices are there at once in this process, and within seconds in others on the storage.
   * Nothing is kept of one that is refused.
   *
   * @throws SpeechError `INVALID_INPUT` for what is wrong with the pack, also when it does not speak; `VOICE_PACK_CONFLICT` for a voice code
   * that is taken; `NOT_FOUND` for an unknown app; `ABORTED`; a storage code; what reading a file throws
   */
  add(
    files: AsyncIterable<UploadedPackFile>,
    options: AddVoicePackOptions,
    by?: AdminActor,
  ): Promise<ManagedVoicePack>;
  /**
   * Takes its voices out of the service, lets what they speak end, and deletes its files.
   *
   * @throws SpeechError `NOT_FOUND`; `VOICE_PACK_CONFLICT` without `force` where one of its voices is the default or named by the
   * settings; a storage code
   */
  remove(packId: string, options?: { readonly force?: boolean | undefined }, by?: AdminActor): Promise<void>;
}
