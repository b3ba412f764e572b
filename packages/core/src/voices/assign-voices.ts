import type { Gender, Voice } from '../engine/voice.ts';

/**
 * Gives each name that a protocol knows a voice: the one of that name where there is one, else of the English voices of its gender the
 * best, each in its turn, so that two names are one voice only where there are no more as good.
 *
 * @param names the gender that each is heard as; `any` for one that is neither. The first are served best
 * @param voices best first; personal ones are left out, so that a name is the same voice to every app
 * @returns the code of a voice for each name; no name when there is no voice
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

/** Those of the best quality that there is in a gender, or in both where it has none. */
function bestOf(candidates: readonly Voice[], gender: Gender | 'any'): readonly Voice[] {
  const ofGender = candidates.filter((voice) => gender === 'any' || voice.gender === gender);
  const fitting = ofGender.length > 0 ? ofGender : candidates;
  return fitting.filter(({ quality }) => quality === fitting[0]?.quality);
}

/** The first of those that the fewest names stand for so far. */
function leastUsed(voices: readonly Voice[], uses: ReadonlyMap<string, number>): string | undefined {
  const useCount = ({ code }: Voice): number => uses.get(code) ?? 0;
  const fewest = Math.min(...voices.map(useCount));
  return voices.find((voice) => useCount(voice) === fewest)?.code;
}
