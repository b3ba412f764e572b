/** A private file that lives for one request. */
export interface SpooledFile extends AsyncDisposable {
  readonly path: string;
  readonly bytes: number;
}

/** Space on this machine for incoming uploads. What a killed process left is deleted at the next start. */
export interface Spool {
  /**
   * Writes a stream to a new file, mode 0600, in bounded memory.
   *
   * @param maxBytes the stream is refused as soon as it has more
   * @throws SpeechError `AUDIO_TOO_LARGE`, `STORAGE_FULL`, `STORAGE_FAILED`, `ABORTED`, or what `bytes` throws; then no file is left
   */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
  ): Promise<SpooledFile>;
}
