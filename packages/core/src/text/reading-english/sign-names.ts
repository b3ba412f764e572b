const NAMES: Readonly<Record<string, string>> = {
  ...{ '.': 'dot', '/': 'slash', '-': 'dash', _: 'underscore', '@': 'at', '+': 'plus', '?': 'question mark' },
  ...{ '=': 'equals', '&': 'and', '#': 'hash', '%': 'percent', ':': 'colon', '~': 'tilde' },
};

/** The name of a sign that is read separately, as in an address; a sign without a name is returned unchanged. */
export function signName(sign: string): string {
  return NAMES[sign] ?? sign;
}
