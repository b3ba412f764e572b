import type { Gender, Voice } from '../engine/voice.ts';

/**
 * Assigns a voice to each name that a protocol knows: the voice of that name if there is one, otherwise one of the best English voices of its
 * gender, in turn, so that two names share a voice only if there are no more of the same quality.
 *
 * @param names with the gender that each sounds like; `any` for neither. The first names get the best voices
 * @param voices best first; personal ones are ignored, so that a name is the same voice for every app
 * @returns the code of a voice for each name; empty if there is no voice
 */
export function assignVoices<Name extends string>(
  names: Readonly<Record<Name, Gender | 'any'>>,
  voices: readonly Voice[],
): Readonly<Partial<Record<Name, string>>> {
  const shared = voices.filter(({ ownership }) => ownership !== 'PERSONAL');
  const english = shared.filter(({ languageCode }) => languageCode.startsWith('en-'));
  const candidates = english.length > 0 ? english : shared;
  const assigned: Partial<Record<Name, string>> = {};
  const order = Object.keys(names) as Name[];
  for (const name of order) {
    const namesake = candidates.find((voice) => voice.name.toLowerCase() === name);
    if (namesake !== undefined) assigned[name] = namesake.code;
  }
  const uses = new Map<string, number>();
  const countUse = (code: string): unknown => uses.set(code, (uses.get(code) ?? 0) + 1);
  for (const code of Object.values<string | undefined>(assigned)) if (code !== undefined) countUse(code);
  for (const name of order) {
    if (assigned[name] !== undefined) continue;
    const code = leastUsed(bestOf(candidates, names[name]), uses);
    if (code === undefined) continue;
    assigned[name] = code;
    countUse(code);
  }
  return assigned;
}

/** The voices with the best quality in a gender, or in both if the gender has none. */
function bestOf(candidates: readonly Voice[], gender: Gender | 'any'): readonly Voice[] {
  const ofGender = candidates.filter((voice) => gender === 'any' || voice.gender === gender);
  const fitting = ofGender.length > 0 ? ofGender : candidates;
  return fitting.filter(({ quality }) => quality === fitting[0]?.quality);
}

/** The first of the voices that have the fewest names so far. */
function leastUsed(voices: readonly Voice[], uses: ReadonlyMap<string, number>): string | undefined {
  const useCount = ({ code }: Voice): number => uses.get(code) ?? 0;
  const fewest = Math.min(...voices.map(useCount));
  return voices.find((voice) => useCount(voice) === fewest)?.code;
}
