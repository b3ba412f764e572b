const names = new Intl.DisplayNames(undefined, { type: 'language' });

/** "en-GB" as a person says it; the code where the browser knows no name. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
