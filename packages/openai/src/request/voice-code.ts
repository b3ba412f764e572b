import { SpeechError } from '@parlance/core/errors';
import { didYouMean } from '@parlance/core/input';
import type { SpeechService } from '@parlance/core/service';
import { assignVoices } from '@parlance/core/voices';
import { OPENAI_VOICES } from './openai-voices.ts';

/**
 * Resolves a client's voice name: a name set by the operator, the code of a voice, or one of OpenAI's names. If `model` is installed, only
 * among its voices.
 *
 * @param named voice codes by name, set by the operator
 * @throws SpeechError `VOICE_NOT_FOUND` if there is no such voice, or the installed model does not have it
 */
export async function voiceCodeOf(
  { voice: name, model }: { readonly voice: string; readonly model: string },
  {
    service,
    named,
    appId,
  }: {
    readonly service: Pick<SpeechService, 'usableVoices' | 'usableModels'>;
    readonly named: Readonly<Record<string, string>>;
    readonly appId: string;
  },
): Promise<string> {
  const usable = await service.usableVoices(appId);
  const installed = service.usableModels().find(({ id, task }) => id === model && task === 'synthesis');
  const voices = installed ? usable.filter(({ engine }) => engine === installed.engine) : usable;
  const has = (wanted: string): boolean => voices.some(({ code }) => code === wanted);
  const choice = Object.hasOwn(named, name) ? named[name] : undefined;
  if (choice !== undefined && (installed === undefined || has(choice))) return choice;
  if (has(name)) return name;
  const assigned: Readonly<Record<string, string>> = assignVoices(OPENAI_VOICES, voices);
  const assignedCode = Object.hasOwn(assigned, name) ? assigned[name] : undefined;
  if (assignedCode !== undefined) return assignedCode;
  const codes = voices.map(({ code }) => code);
  const message = installed
    ? `The model ${model} has no such voice; its voices are ${codes.join(', ')}.`
    : `voice "${name.slice(0, 64)}" does not exist.${didYouMean(name, codes)}`;
  throw new SpeechError('VOICE_NOT_FOUND', message);
}
