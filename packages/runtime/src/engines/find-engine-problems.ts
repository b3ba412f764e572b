import type { DefaultEngines } from './default-engines.ts';

/** @returns why calls that name no voice and no language cannot be served now, one line per engine */
export function findEngineProblems({
  synthesis,
  recognition,
  voiceActivity,
}: DefaultEngines): readonly string[] {
  return [synthesis, recognition, voiceActivity].flatMap((engine) => engine?.problem?.() ?? []);
}
