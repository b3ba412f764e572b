import { DEFAULT_REALTIME_VOICES } from '@parlance/core/voices';
import type { Speech } from '@parlance/runtime';

/**
 * Finds a voice for the first call. If not everything could be loaded, the voice is tested first, beginning with voices that need no model.
 *
 * @param wanted code of the default voice; `undefined`: the best available one
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
  // Natural voices come last: their models may be missing, and would be downloaded again.
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
