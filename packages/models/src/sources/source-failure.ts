/**
 * A source could not be reached or does not have the files, so the next source is tried. Internal to this package: if all sources
 * fail, a pull throws `MODEL_DOWNLOAD_FAILED` with all reasons.
 */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
  /** The location, without credentials: a host, or a package and its version. */
  readonly place: string;

  constructor(place: string, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.place = place;
  }
}
