/** An uploaded file of a voice pack. */
export interface StoredPackFile {
  /** Path inside the pack, with "/". */
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A voice pack that was added while the service runs. Its files are in the audio store. */
export interface StoredVoicePack {
  readonly packId: string;
  /** ISO 8601. */
  readonly addedAt: string;
  /** `voice-pack.json`, with the owner for whom it was added. */
  readonly manifest: string;
  /** All files except `voice-pack.json`. */
  readonly files: readonly StoredPackFile[];
}

/** The audio store's folder for all packs; each has a folder in it. */
export const VOICE_PACKS_FOLDER = 'voice-packs';

/** Two files of a pack with the same bytes are one object. */
export function packObjectName(packId: string, { sha256 }: Pick<StoredPackFile, 'sha256'>): string {
  return `${VOICE_PACKS_FOLDER}/${packId}/${sha256}`;
}
