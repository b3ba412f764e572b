/**
 * Sounds of letters, the longest first. A close guess is enough: the search finds the beginning and end of a word
 * by the sounds that are right.
 */
// biome-ignore format: the formatter would put each of 70 entries on its own line, and the table could not be seen at a glance.
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

/** @returns a guess at the pronunciation of a word that is in no dictionary; empty for a word without letters from A to Z */
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
