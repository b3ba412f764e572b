import type { VoiceSet } from '../voices/voice-set.ts';
import type { Engines } from './engines.ts';

/**
 * @returns why calls that name no voice and no language cannot be served now, a line for each engine: that of the default
 * voice, the first recognizer, the voice activity detector
 */
export function findEngineProblems(
  { synthesis, recognition, voiceActivity }: Engines,
  { catalogue, defaultVoice }: Pick<VoiceSet, 'catalogue' | 'defaultVoice'>,
): readonly string[] {
  const speaker = catalogue.voices.find(({ code }) => code === defaultVoice)?.engine;
  const needed = [synthesis.find(({ id }) => id === speaker), recognition[0], voiceActivity];
  return needed.flatMap((engine) => engine?.problem?.() ?? []);
}
