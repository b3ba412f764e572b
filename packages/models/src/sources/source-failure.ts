/**
 * A source could not be reached or has not got the files: the next source is tried. Never leaves the package; a pull that
 * runs out of sources throws `MODEL_DOWNLOAD_FAILED` with the reasons of all of them.
 */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** Where it was looked for, without credentials: a host, or a package and its version. */
  readonly place: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.place = place;
  }
}
