/** A file of the pages. Its name changes with its content, so a browser may cache it forever. */
export interface PageFile {
  /** The last part of its address: `/assets/{name}`. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The same bytes, compressed; absent if that gains nothing, as with fonts. */
  readonly gzip?: Uint8Array;
  readonly brotli?: Uint8Array;
}

/** An HTML page. It decides itself what it shows at addresses below its own. */
export interface PageDocument {
  /** Its address, with a leading slash and none at its end: `/console`. It also answers every address below. */
  readonly path: string;
  /**
   * @param root relative address of the service, with a slash at its end, such as `../`, so that files are found
   * under any prefix
   * @param styleNonce allows a script of the page to add a style element under its content security policy
   */
  html(root: string, styleNonce: string): string;
}

/** Prebuilt web pages in memory, from `consolePages()` of `@parlance/console`. */
export interface WebPages {
  readonly documents: readonly PageDocument[];
  readonly files: readonly PageFile[];
  /** Path of the document that browsers get at the root of the service; absent: none, and the root is 404. */
  readonly home?: string;
  /** The version that the root reports to programs. */
  readonly version?: string;
}
