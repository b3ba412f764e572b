/** A map, because an address may contain a name that every object has, such as "toString". */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '.': 'dot', '/': 'slash', '-': 'dash', _: 'underscore', '@': 'at', '+': 'plus', '=': 'equals' },
    ...{ '&': 'and', '#': 'hash', '%': 'percent', ':': 'colon', '~': 'tilde', '?': 'question mark' },
  }),
);

/** The name of a sign that is read separately, as in an address; a sign without a name is returned unchanged. */
export function signName(sign: string): string {
  return NAMES.get(sign) ?? sign;
}
