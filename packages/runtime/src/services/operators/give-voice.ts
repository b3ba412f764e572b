import { requireApp } from '@parlance/core/accounts';
import { type AdminActor, noteAction } from '@parlance/core/administration';
import type { Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { SpeechSettings } from '@parlance/core/settings';
import type { RecordKeeping } from '@parlance/core/storage';
import type { VoiceCatalogue } from '@parlance/core/voices';
import type { SpeechLibrary } from '../../library/speech-library.ts';
import type { VoiceSet } from '../../voices/voice-set.ts';

export interface GiveVoiceNeeds {
  readonly catalogue: VoiceCatalogue;
  readonly library: SpeechLibrary;
  readonly settings: SpeechSettings;
  readonly voices: VoiceSet;
}

/** See `AdminService.giveVoice`. */
export async function giveVoice(
  { catalogue, library, settings, voices }: GiveVoiceNeeds,
  keeping: RecordKeeping,
  {
    code,
    appId,
    by,
  }: { readonly code: string; readonly appId: string | null; readonly by?: AdminActor | undefined },
): Promise<Voice> {
  const voiceOf = (): Voice =>
    catalogue.voices.find((voice) => voice.code === code) ?? catalogue.find(code, undefined);
  voiceOf();
  if (Object.hasOwn(settings.personalVoices, code)) {
    throw refused(`The setting personalVoices assigns the voice "${code}"; remove it there first.`, 'code');
  }
  if (appId !== null && code === voices.defaultVoice) {
    throw refused(
      `The voice "${code}" is the default voice of all apps; make another one the default before you assign it to one app.`,
      'code',
    );
  }
  await library.change(
    ({ voiceOwners: { [code]: _before, ...others } }) => ({
      voiceOwners: appId === null ? others : { ...others, [code]: appId },
    }),
    async (tables) => {
      if (appId !== null) await requireApp(tables.apps, appId);
      await noteAction(keeping, tables, {
        by,
        action: appId === null ? 'voice-share' : 'voice-give',
        target: code,
      });
    },
  );
  return voiceOf();
}

function refused(message: string, field: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field });
}
