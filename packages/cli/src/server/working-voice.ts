import { DEFAULT_REALTIME_VOICES } from '@parlance/core/voices';
import type { Speech } from '@parlance/runtime';

/**
 * A voice for the first call. Where not everything could be loaded it is one that has just spoken, those that need no model first.
 *
 * @param wanted code of the default voice; `undefined`: the best there is
 */
export async function findWorkingVoice(
  { service }: Pick<Speech, 'service'>,
  {
    wanted,
    isEverythingLoaded,
  }: { readonly wanted: string | undefined; readonly isEverythingLoaded: boolean },
): Promise<string | undefined> {
  const voices = await service.usableVoices(undefined);
  const preferred = [wanted, ...DEFAULT_REALTIME_VOICES, voices[0]?.code].flatMap(
    (code) => voices.find((voice) => voice.code === code) ?? [],
  );
  if (isEverythingLoaded) return preferred[0]?.code;
  // A natural voice is a model, which may be what is missing: it would be fetched once more.
  const natural = preferred.filter(({ quality }) => quality === 'natural');
  for (const { code } of [...preferred.filter((voice) => !natural.includes(voice)), ...natural]) {
    const isSpeaking = await service.renderDemo?.(code).then(
      () => true,
      () => false,
    );
    if (isSpeaking) return code;
  }
  return undefined;
}
