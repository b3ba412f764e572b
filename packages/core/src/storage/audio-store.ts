/** A new object on its way into the store. Nobody sees any of it before `commit`. */
export interface AudioSink {
  /** Resolves when there is room for more: await it. @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED` */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Durable once resolved; an object of the same name is replaced as a whole.
   *
   * @param header the object's first bytes, as many as were left free by `headerBytes`
   */
  commit(header?: Uint8Array): Promise<void>;
  /** Leaves nothing behind. Safe after `commit` and twice. */
  abort(): Promise<void>;
}

export interface AudioObjectOptions {
  readonly contentType: string;
}

export interface NewAudioOptions extends AudioObjectOptions {
  /** Bytes at the beginning that come with `commit`; what is written goes behind them. Default 0, at most 1024. */
  readonly headerBytes?: number;
}

/** Bytes `start` to `end`, both counted in, as in an HTTP Range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredAudio {
  /** Of the whole object. */
  readonly bytes: number;
  /**
   * In chunks of at most 64 KiB; leaving the loop frees what it holds. A range is cut to what the object has of it.
   *
   * @throws SpeechError `STORAGE_FAILED` with the reason `CHANGED` when the object is no longer the one that was opened
   */
  read(range?: ByteRange): AsyncIterable<Uint8Array>;
}

/** A stored object as a file of this machine. */
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
 * Where audio is kept: results, recordings that wait for their job, checkpoints of long syntheses. Names are of letters,
 * digits, `.`, `-`, `_`, in at most two folders: `results/<id>.mp3`; no part begins with a dot or has over 200 characters.
 *
 * @throws SpeechError `INVALID_INPUT` for another name, `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED` from every member
 */
export interface AudioStore {
  create(name: string, options: NewAudioOptions): Promise<AudioSink>;
  /** Takes a finished file of this machine over; the file is gone afterwards, and stays where this fails. */
  keep(path: string, name: string, options: AudioObjectOptions): Promise<void>;
  /** @returns `undefined` when there is none of that name */
  open(name: string): Promise<StoredAudio | undefined>;
  /** The object as a local file, fetched first where it lies elsewhere. */
  local(name: string): Promise<LocalCopy | undefined>;
  /** Names below a folder, in ascending order. */
  list(folder: string): Promise<readonly string[]>;
  /** The same with the time at which each was stored. */
  listWithTimes(folder: string): Promise<readonly ListedAudio[]>;
  /** Safe where there is none. */
  remove(name: string): Promise<void>;
  /** An address that needs no other credential, for stores that give such; absent: the HTTP adapter serves links. */
  link?(
    name: string,
    options: { readonly lifeSeconds: number; readonly contentType: string },
  ): Promise<string>;
  /** @throws SpeechError saying what is wrong and how to fix it */
  check(): Promise<void>;
}
