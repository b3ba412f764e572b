const NAMES: Readonly<Record<string, string>> = {
  ...{ '.': 'dot', '/': 'slash', '-': 'dash', _: 'underscore', '@': 'at', '+': 'plus', '?': 'question mark' },
  ...{ '=': 'equals', '&': 'and', '#': 'hash', '%': 'percent', ':': 'colon', '~': 'tilde' },
};

/** What a sign is called where it is read by itself, as in an address; one without a name is returned as it is. */
export function signName(sign: string): string {
  return NAMES[sign] ?? sign;
}
