import { join } from 'node:path';
import { type ServerSettings, type SpeechSettings, speechSettings } from '@parlance/core/settings';
import type { CreateSpeechOptions } from '@parlance/runtime';

/** Voice packs in this folder of the data folder are there without being named. */
const PACKS_FOLDER = 'voices';

/** Packs that were added to a running service; see `voicePackFolder` of `createSpeech`. */
export function addedPacksFolder({ dataDir }: Pick<ServerSettings, 'dataDir'>): string {
  return join(dataDir, 'voice-packs');
}

/** The settings that make a service in-process, out of the server's. */
export async function speechOptionsOf(settings: ServerSettings): Promise<CreateSpeechOptions> {
  const { dataDir, modelsDir, plugins } = settings;
  // Not before it is needed: help, usage errors and the commands without speech shall not wait for it.
  const { findVoicePacks } = await import('@parlance/runtime');
  const voicePacks = [...settings.voicePacks, ...(await findVoicePacks(join(dataDir, PACKS_FOLDER)))];
  return {
    ...speechSettingsOf(settings),
    plugins,
    // The default plugins are dependencies of this package: package managers that hoist nothing let only it find them.
    pluginFolders: [import.meta.dirname],
    voicePacks,
    models: { directory: modelsDir },
  };
}

/** Those of a speech service, without the ones that only a server has. */
function speechSettingsOf(settings: ServerSettings): SpeechSettings {
  const names = speechSettings.keyof().options;
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as SpeechSettings;
}
