/**
 * Sounds of letters, the longest first. A guess that is near is enough: of a word that is in the audio, the search finds where it begins and
 * ends by the sounds that are right.
 */
// biome-ignore format: the formatter would lay 70 entries out one a line, and the table could not be seen at a glance.
const SOUNDS: readonly (readonly [letters: string, sounds: string])[] = Object.entries({
  tion: 'SH AH N', sion: 'ZH AH N', ough: 'AO', augh: 'AO', eigh: 'EY',
  igh: 'AY', tch: 'CH', sch: 'SH',
  ch: 'CH', sh: 'SH', th: 'TH', ph: 'F', wh: 'W', gh: 'G', ck: 'K', ng: 'NG', qu: 'K W', kn: 'N', wr: 'R',
  ee: 'IY', ea: 'IY', ie: 'IY', ei: 'AY', oo: 'UW', ou: 'AW', ow: 'OW', oi: 'OY', oy: 'OY', ai: 'EY',
  ay: 'EY', au: 'AO', aw: 'AO', oa: 'OW', ue: 'UW', ew: 'UW', eu: 'Y UW', ey: 'IY', er: 'ER', ir: 'ER',
  ur: 'ER', ar: 'AA R', or: 'AO R', ce: 'S', ci: 'S IH', cy: 'S IY', ge: 'JH', gi: 'JH IH', dg: 'JH',
  a: 'AE', b: 'B', c: 'K', d: 'D', e: 'EH', f: 'F', g: 'G', h: 'HH', i: 'IH', j: 'JH', k: 'K', l: 'L',
  m: 'M', n: 'N', o: 'AA', p: 'P', q: 'K', r: 'R', s: 'S', t: 'T', u: 'AH', v: 'V', w: 'W', x: 'K S',
  y: 'IY', z: 'Z',
}).toSorted(([first], [second]) => second.length - first.length);
const DOUBLED = /([bcdfgklmnprstvz])\1/g;
const SILENT_END = /([^aeiou])e$/;

/** @returns a guess at how a word is said that no dictionary has; empty for one without a letter from A to Z */
export function letterSounds(word: string): string {
  let rest = word
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
    .replace(SILENT_END, '$1')
    .replaceAll(DOUBLED, '$1');
  const sounds: string[] = [];
  while (rest !== '') {
    const [letters, said] = SOUNDS.find(([letters]) => rest.startsWith(letters)) as readonly [string, string];
    sounds.push(said);
    rest = rest.slice(letters.length);
  }
  return sounds.join(' ');
}
