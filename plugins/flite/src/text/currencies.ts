interface Currency {
  readonly one: string;
  readonly many: string;
  /** Absent: amounts are read with their decimals. */
  readonly cents?: readonly [one: string, many: string];
}

/** Signs that Flite does not know. It reads `$5.50` correctly itself. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  '\u20AC': { one: 'euro', many: 'euros', cents: ['cent', 'cents'] },
  '\u00A3': { one: 'pound', many: 'pounds', cents: ['penny', 'pence'] },
  '\u00A5': { one: 'yen', many: 'yen' },
  '\u20B9': { one: 'rupee', many: 'rupees', cents: ['paisa', 'paise'] },
  '\u20A9': { one: 'won', many: 'won' },
  '\u20BD': { one: 'rouble', many: 'roubles' },
  '\u20BA': { one: 'lira', many: 'lira' },
  '\u20B4': { one: 'hryvnia', many: 'hryvnias' },
  '\u20BF': { one: 'bitcoin', many: 'bitcoins' },
  '\u20AB': { one: 'dong', many: 'dong' },
  '\u20AA': { one: 'shekel', many: 'shekels' },
  '\u00A2': { one: 'cent', many: 'cents' },
};

const SIGNS = Object.keys(CURRENCIES).join('');
const AMOUNT = String.raw`(\d+(?:,\d{3})*)(?:\.(\d+))?`;
const SIGN_FIRST = new RegExp(`([${SIGNS}])\\s?${AMOUNT}`, 'g');
const SIGN_LAST = new RegExp(`${AMOUNT}\\s?([${SIGNS}])`, 'g');
const SIGN_ALONE = new RegExp(`[${SIGNS}]`, 'g');

/** Writes out sums of money, sign before or after: "€5.50" is "5 euros 50 cents", "1 £" is "1 pound". */
export function writeOutCurrencies(text: string): string {
  return text
    .replace(SIGN_FIRST, (_, sign: string, whole: string, decimals?: string) => sum(sign, whole, decimals))
    .replace(SIGN_LAST, (_, whole: string, decimals: string | undefined, sign: string) =>
      sum(sign, whole, decimals),
    )
    .replace(SIGN_ALONE, (sign) => ` ${CURRENCIES[sign]?.many ?? ''} `);
}

function sum(sign: string, whole: string, decimals?: string): string {
  const currency = CURRENCIES[sign];
  if (!currency) return whole;
  const { one, many, cents } = currency;
  const major = `${whole} ${whole === '1' ? one : many}`;
  if (decimals === undefined) return ` ${major} `;
  if (!cents || decimals.length !== 2) return ` ${whole}.${decimals} ${many} `;
  if (decimals === '00') return ` ${major} `;
  const minor = String(Number(decimals));
  return ` ${major} ${minor} ${minor === '1' ? cents[0] : cents[1]} `;
}
