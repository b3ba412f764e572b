const names = new Intl.DisplayNames(undefined, { type: 'language' });

/** Codes whose names in browsers are misleading: in Unicode the region XA is a test locale, but here it means no specific country. */
const OWN_CODES: Readonly<Record<string, string>> = { 'ar-XA': 'ar' };

/** The name of a language such as "en-GB"; the code if the browser has no name for it. */
export function languageName(code: string): string {
  try {
    return names.of(OWN_CODES[code] ?? code) ?? code;
  } catch {
    return code;
  }
}
