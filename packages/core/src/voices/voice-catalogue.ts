import { compareVoices, isVisibleTo, type Voice } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { didYouMean } from '../input/nearest-name.ts';

/** Every voice of a service. */
export interface VoiceCatalogue {
  /** Ordered by {@link compareVoices}. */
  readonly voices: readonly Voice[];
  /**
   * @param appId the caller's app; `undefined` in-process
   * @throws SpeechError `VOICE_NOT_FOUND`, also for a personal voice of another app
   */
  find(code: string, appId: string | undefined): Voice;
}

/** @throws SpeechError `INVALID_CONFIG` if two engines declare the same code, or a `PERSONAL` voice has no owner */
export function createVoiceCatalogue(voices: readonly Voice[]): VoiceCatalogue {
  const byCode = new Map<string, Voice>();
  for (const voice of voices) {
    const other = byCode.get(voice.code);
    if (other !== undefined) {
      throw new SpeechError(
        'INVALID_CONFIG',
        `The voice code "${voice.code}" is declared by ${other.engine} and by ${voice.engine}; give one another code.`,
        { voiceCode: voice.code },
      );
    }
    if (voice.ownership === 'PERSONAL' && voice.ownerAppId === undefined) {
      throw new SpeechError(
        'INVALID_CONFIG',
        `The voice "${voice.code}" of ${voice.engine} is PERSONAL and has no ownerAppId; name the app that owns it.`,
        { voiceCode: voice.code },
      );
    }
    byCode.set(voice.code, voice);
  }
  return {
    voices: voices.toSorted(compareVoices),
    find(code, appId) {
      const voice = byCode.get(code);
      if (voice === undefined || !isVisibleTo(voice, appId)) {
        const visible = voices.filter((one) => isVisibleTo(one, appId)).map((one) => one.code);
        throw new SpeechError(
          'VOICE_NOT_FOUND',
          `voiceCode "${code.slice(0, 64)}" does not exist.${didYouMean(code, visible)}`,
          { field: 'voiceCode' },
        );
      }
      return voice;
    },
  };
}
