/** X-SAMPA signs and their IPA; signs of several characters are matched before their parts. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{
    A: 'ɑ',
    '{': 'æ',
    '}': 'ʉ',
    Q: 'ɒ',
    E: 'ɛ',
    '@': 'ə',
    '3': 'ɜ',
    '3\\': 'ɞ',
    '@\\': 'ɘ',
    '6': 'ɐ',
    '8': 'ɵ',
  },
  ...{
    '9': 'œ',
    '&': 'ɶ',
    '2': 'ø',
    I: 'ɪ',
    'I\\': 'ᵻ',
    '1': 'ɨ',
    O: 'ɔ',
    U: 'ʊ',
    'U\\': 'ᵿ',
    V: 'ʌ',
    M: 'ɯ',
    '7': 'ɤ',
    Y: 'ʏ',
  },
  ...{
    B: 'β',
    'B\\': 'ʙ',
    C: 'ç',
    'd`': 'ɖ',
    D: 'ð',
    F: 'ɱ',
    g: 'ɡ',
    G: 'ɣ',
    'G\\': 'ɢ',
    'g_<': 'ɠ',
    'b_<': 'ɓ',
    'd_<': 'ɗ',
  },
  ...{
    'h\\': 'ɦ',
    H: 'ɥ',
    'H\\': 'ʜ',
    'j\\': 'ʝ',
    J: 'ɲ',
    'J\\': 'ɟ',
    K: 'ɬ',
    'K\\': 'ɮ',
    'l`': 'ɭ',
    L: 'ʎ',
    'L\\': 'ʟ',
    '5': 'ɫ',
  },
  ...{
    'M\\': 'ɰ',
    N: 'ŋ',
    'N\\': 'ɴ',
    'n`': 'ɳ',
    'O\\': 'ʘ',
    'p\\': 'ɸ',
    P: 'ʋ',
    'v\\': 'ʋ',
    'r`': 'ɽ',
    'r\\': 'ɹ',
    'r\\`': 'ɻ',
  },
  ...{
    '4': 'ɾ',
    R: 'ʁ',
    'R\\': 'ʀ',
    's`': 'ʂ',
    's\\': 'ɕ',
    S: 'ʃ',
    't`': 'ʈ',
    T: 'θ',
    W: 'ʍ',
    'x\\': 'ɧ',
    X: 'χ',
    'X\\': 'ħ',
  },
  ...{ 'z`': 'ʐ', 'z\\': 'ʑ', Z: 'ʒ', '?': 'ʔ', '?\\': 'ʕ', '@`': 'ɚ', '3`': 'ɝ' },
  ...{
    '"': 'ˈ',
    '%': 'ˌ',
    ':': 'ː',
    ':\\': 'ˑ',
    '~': '\u0303',
    '_~': '\u0303',
    '=': '\u0329',
    '_=': '\u0329',
    _h: 'ʰ',
    _w: 'ʷ',
  },
  ...{ _j: 'ʲ', "'": 'ʲ', _0: '\u0325', _d: '\u032a', '`': '˞', '-': '', _: '\u0361' },
};
const BY_LENGTH = Object.keys(SIGNS).sort((one, other) => other.length - one.length);

/** @returns the same sounds in IPA; a sign that X-SAMPA does not have is left unchanged */
export function fromXSampa(text: string): string {
  let ipa = '';
  for (let at = 0; at < text.length; ) {
    const sign = BY_LENGTH.find((one) => text.startsWith(one, at)) ?? text.charAt(at);
    ipa += SIGNS[sign] ?? sign;
    at += sign.length;
  }
  return ipa;
}
