/** A new object that is being written. It is invisible before `commit`. */
export interface AudioSink {
  /** Resolves when there is room for more, so await it. @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED` */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Durable once resolved; an existing object with the same name is replaced as a whole.
   *
   * @param header the object's first bytes, exactly as many as `headerBytes` left free
   */
  commit(header?: Uint8Array): Promise<void>;
  /** Leaves nothing behind. Safe to call after `commit`, and twice. */
  abort(): Promise<void>;
}

export interface AudioObjectOptions {
  readonly contentType: string;
}

export interface NewAudioOptions extends AudioObjectOptions {
  /** How many bytes at the beginning are passed to `commit`; written bytes follow them. Default 0, at most 1024. */
  readonly headerBytes?: number;
}

/** Bytes `start` to `end`, both inclusive, as in an HTTP Range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredAudio {
  /** Size of the whole object. */
  readonly bytes: number;
  /**
   * Reads the bytes in chunks of at most 64 KiB; leaving the loop frees its resources. A range is limited to the object's size.
   *
   * @throws SpeechError `STORAGE_FAILED` with the reason `CHANGED` if the object is no longer the one that was opened
   */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** A stored object as a file on this machine. */
export interface LocalCopy extends AsyncDisposable {
  readonly path: string;
}

/** One object of a list. */
export interface ListedAudio {
  readonly name: string;
  /** When it was stored, by the clock of this machine: milliseconds since the epoch. */
  readonly storedAtMs: number;
}

/**
 * Where audio is stored: results, recordings that wait for their job, checkpoints of long syntheses. Names consist of letters,
 * digits, `.`, `-`, `_`, in at most two folders: `results/<id>.mp3`; no part begins with a dot or has over 200 characters.
 *
 * @throws SpeechError `INVALID_INPUT` for any other name, `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED` from every member
 */
export interface AudioStore {
  create(name: string, options: NewAudioOptions): Promise<AudioSink>;
  /** Moves a finished file of this machine into the store; if this fails, the file stays where it is. */
  keep(path: string, name: string, options: AudioObjectOptions): Promise<void>;
  /** @returns `undefined` if there is none with that name */
  open(name: string): Promise<StoredAudio | undefined>;
  /** The object as a local file, fetched first if it is stored elsewhere. */
  local(name: string): Promise<LocalCopy | undefined>;
  /** Names below a folder, in ascending order. */
  list(folder: string): Promise<readonly string[]>;
  /** The same with the time at which each was stored. */
  listWithTimes(folder: string): Promise<readonly ListedAudio[]>;
  /** Safe if there is none. */
  remove(name: string): Promise<void>;
  /** An address that needs no other credential, for stores that can sign one; absent: the HTTP adapter serves links. */
  link?(
    name: string,
    options: { readonly lifeSeconds: number; readonly contentType: string },
  ): Promise<string>;
  /** @throws SpeechError that states what is wrong and how to fix it */
  check(): Promise<void>;
}
