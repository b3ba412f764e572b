/** A file of a voice pack, as it was uploaded. */
export interface StoredPackFile {
  /** In the pack, with "/". */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** A voice pack that was added while the service runs. Its files are in the audio store. */
export interface StoredVoicePack {
  readonly packId: string;
  /** ISO 8601. */
  readonly addedAt: string;
  /** `voice-pack.json`, with the owner that it was added for. */
  readonly manifest: string;
  /** All but `voice-pack.json`. */
  readonly files: readonly StoredPackFile[];
}

/** The audio store's folder of all packs; each has one in it. */
export const VOICE_PACKS_FOLDER = 'voice-packs';

/** Two files of a pack that have the same bytes are one object. */
export function packObjectName(packId: string, { sha256 }: Pick<StoredPackFile, 'sha256'>): string {
  return `${VOICE_PACKS_FOLDER}/${packId}/${sha256}`;
}
