/** Fired on `window` when a part of the page could not be loaded. */
export const PART_MISSING = 'parlance-part-missing';

/**
 * Loads code that a page does not need at first. After an upgrade of the server the files of pages that are still open are gone.
 *
 * @returns `undefined` if it could not be loaded, which the page reports
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load();
  } catch {
    window.dispatchEvent(new Event(PART_MISSING));
    return undefined;
  }
}
