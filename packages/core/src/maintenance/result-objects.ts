import type { SynthesizedAudio } from '../requests/records/synthesis-record.ts';

/** The names of all objects of a result. */
export function resultObjects(result: SynthesizedAudio | null): readonly string[] {
  if (result === null) return [];
  const { objectName, words } = result;
  return words === undefined ? [objectName] : [objectName, words.jsonName, words.vttName];
}
