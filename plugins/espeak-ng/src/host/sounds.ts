import { plainIpa, splitSounds } from '@parlance/core/engine';
import { COMMON_SOUNDS, OWN_SOUNDS } from './sound-tables.ts';

/** Substitutes for a sound that a language lacks: the first that it has. Before that, a long sound is tried short, and a short one long. */
const NEAR: Readonly<Record<string, string>> = {
  ...{ r: 'ɾ ɹ ʁ ʀ', ɹ: 'r ɾ ʁ ʀ', ɾ: 'r ɹ', ʁ: 'ʀ r ɹ', ʀ: 'ʁ r ɹ', ɻ: 'ɹ r ɾ' },
  ...{ a: 'æ ɐ ɑ', æ: 'a ɛ', ɐ: 'a ʌ ə', ɑ: 'a', ɒ: 'ɔ o ɑ', ʌ: 'ɐ a ə', ə: 'ɐ ɜ ɛ e' },
  ...{ ɜ: 'ə œ ɛ', ɚ: 'ɜ ə', ɝ: 'ɜ ə', e: 'ɛ', ɛ: 'e æ', i: 'ɪ', ɪ: 'i', o: 'ɔ', ɔ: 'ɒ o', u: 'ʊ', ʊ: 'u' },
  ...{ y: 'ʏ i', ʏ: 'y ɪ i', ø: 'œ e', œ: 'ø ɛ e', ɨ: 'ɪ i', ᵻ: 'ɪ i', ʉ: 'u', ɯ: 'u', ɤ: 'ʌ o', ɘ: 'ə' },
  ...{ əʊ: 'oʊ', oʊ: 'əʊ', eə: 'ɛɹ', v: 'ʋ', ʋ: 'v', θ: 's t', ð: 'z d', ʍ: 'w', ɫ: 'l', ʎ: 'l', ɬ: 'l' },
  ...{ ɕ: 'ʃ', ʑ: 'ʒ', ɦ: 'h', h: 'x', x: 'χ h', χ: 'x h', ç: 'x ʃ h', β: 'b v', ɸ: 'f', ɱ: 'm' },
};
const LONG = '\u02d0';
const VOWEL = /^[aeiouyæøœɐɑɒɔəɚɛɜɝɞɘɤɪɨʉɯʊʌʏɵɶᵻᵿ]|\u0329/u;
/** eSpeak NG marks the stress before the vowel, IPA before the syllable. */
const STRESS = { primary: "'", secondary: ',' } as const;

const kept = new Map<string, ReadonlyMap<string, string>>();

/** eSpeak NG's mnemonics of a voice, by its sounds in IPA. */
export function soundsOf(espeakVoice: string): ReadonlyMap<string, string> {
  const language = espeakVoice.replace(/\+.*/, '');
  const known = kept.get(language);
  if (known !== undefined) return known;
  const own = OWN_SOUNDS[language] ?? '';
  const sounds = new Map(pairsOf(COMMON_SOUNDS));
  for (const missing of own.matchAll(/(?<=^| )-(\S+)/g)) sounds.delete(plainIpa(missing[1] ?? ''));
  for (const [ipa, mnemonic] of pairsOf(own)) sounds.set(ipa, mnemonic);
  const real = new Map(sounds);
  const say = (ipa: string, near: readonly string[]): void => {
    const found = near.flatMap((one) => real.get(one) ?? real.get(one + LONG) ?? [])[0];
    if (!sounds.has(ipa) && found !== undefined) sounds.set(ipa, found);
  };
  for (const [ipa, near] of Object.entries(NEAR)) say(plainIpa(ipa), [plainIpa(ipa), ...near.split(' ')]);
  for (const ipa of [...sounds.keys()]) {
    if (ipa.endsWith(LONG)) say(ipa.slice(0, -1), [ipa]);
    else if (VOWEL.test(ipa)) sounds.set(ipa + LONG, sounds.get(ipa + LONG) ?? sounds.get(ipa) ?? '');
  }
  kept.set(language, sounds);
  return sounds;
}

/** @returns a pronunciation in the form that eSpeak NG accepts within a text; `undefined` if the voice lacks one of its sounds */
export function mnemonicsOf(ipa: string, espeakVoice: string): string | undefined {
  const sounds = soundsOf(espeakVoice);
  const split = splitSounds(ipa, sounds.keys());
  if ('unknown' in split) return undefined;
  let waiting = '';
  const mnemonics = split.spoken.map(({ sound, stress }) => {
    if (stress !== undefined) waiting = STRESS[stress];
    if (!VOWEL.test(sound)) return sounds.get(sound);
    const mnemonic = waiting + (sounds.get(sound) ?? '');
    waiting = '';
    return mnemonic;
  });
  return `[[${mnemonics.join('|')}]]`;
}

/** The tables tie the letters of Latvian affricates, and compose others; pronunciations are read without either. */
function pairsOf(table: string): readonly (readonly [string, string])[] {
  return [...table.matchAll(/(?<=^| )([^\s=-]+)=(\S+)/g)].map(([, ipa = '', mnemonic = '']) => [
    plainIpa(ipa),
    mnemonic,
  ]);
}
