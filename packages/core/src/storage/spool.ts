/** A private file that lives for one request. */
export interface SpooledFile extends AsyncDisposable {
  readonly path: string;
  readonly bytes: number;
}

/** Room on this machine for uploads on their way. What a killed process left is swept at the next start. */
export interface Spool {
  /**
   * Writes a stream into a file of its own, mode 0600, in bounded memory.
   *
   * @param maxBytes the stream is given up as soon as it has more
   * @throws SpeechError `AUDIO_TOO_LARGE`, `STORAGE_FULL`, `STORAGE_FAILED`, `ABORTED`, or what `bytes` throws; no file stays
   */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
  ): Promise<SpooledFile>;
}
