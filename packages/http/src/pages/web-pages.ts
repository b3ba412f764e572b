/** A file that pages are made of. Its name changes with its content, so a browser may keep it for good. */
export interface PageFile {
  /** The last part of its address: `/assets/{name}`. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The same bytes compressed beforehand; absent where that gains nothing, as with fonts. */
  readonly gzip?: Uint8Array;
  readonly brotli?: Uint8Array;
}

/** A page of HTML. What it shows at which address below its own is the page's affair. */
export interface PageDocument {
  /** Where it lies, with a leading slash and none at its end: `/console`. It answers every address below as well. */
  readonly path: string;
  /**
   * @param root relative address of where the service is mounted, with a slash at its end, as `../`: files are then found
   * under whatever prefix an application put the service
   * @param styleNonce lets a script of the page add a style element under the policy it is sent with
   */
  html(root: string, styleNonce: string): string;
}

/** Web pages for people, built beforehand and kept in memory: `consolePages()` of `@parlance/console` makes them. */
export interface WebPages {
  readonly documents: readonly PageDocument[];
  readonly files: readonly PageFile[];
  /** Path of the document that browsers get at the root of the service; absent: none, and the root is 404. */
  readonly home?: string;
  /** What the root tells programs. */
  readonly version?: string;
}
