const names = new Intl.DisplayNames(undefined, { type: 'language' });

/** Where a browser's name misleads: to Unicode the region XA stands for a test of software, here for no country. */
const OWN_CODES: Readonly<Record<string, string>> = { 'ar-XA': 'ar' };

/** "en-GB" as a person says it; the code where the browser knows no name. */
export function languageName(code: string): string {
  try {
    return names.of(OWN_CODES[code] ?? code) ?? code;
  } catch {
    return code;
  }
}
