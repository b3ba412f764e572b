import type { SpeechService } from '@parlance/core';
import { assignOpenaiVoices } from './openai-voices.ts';

/**
 * The voice behind the name that a client gives: the operator's choice, the voice with that code, or one of OpenAI's names.
 *
 * @param named the operator's choices
 * @returns `name` itself where it is known as nothing else
 */
export async function voiceCodeOf(
  name: string,
  {
    service,
    named,
    appId,
  }: {
    readonly service: Pick<SpeechService, 'usableVoices'>;
    readonly named: Readonly<Record<string, string>>;
    readonly appId: string;
  },
): Promise<string> {
  const choice = Object.hasOwn(named, name) ? named[name] : undefined;
  if (choice !== undefined) return choice;
  const voices = await service.usableVoices(appId);
  if (voices.some(({ code }) => code === name)) return name;
  const assigned: Readonly<Record<string, string>> = assignOpenaiVoices(voices);
  return Object.hasOwn(assigned, name) ? (assigned[name] ?? name) : name;
}
