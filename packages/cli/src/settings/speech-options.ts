import { join } from 'node:path';
import { type ServerSettings, type SpeechSettings, speechSettings } from '@parlance/core/settings';
import type { CreateSpeechOptions } from '@parlance/runtime';

/** Voice packs in this folder of the data folder are loaded without a setting. */
const PACKS_FOLDER = 'voices';

/** Folder of the packs that were added to a running service; see `voicePackFolder` of `createSpeech`. */
export function addedPacksFolder({ dataDir }: Pick<ServerSettings, 'dataDir'>): string {
  return join(dataDir, 'voice-packs');
}

/** Converts the server's settings to the options of `createSpeech`. */
export async function speechOptionsOf(settings: ServerSettings): Promise<CreateSpeechOptions> {
  const { dataDir, modelsDir, plugins } = settings;
  // Imported here so that help, usage errors and commands without speech do not wait for it.
  const { findVoicePacks } = await import('@parlance/runtime');
  const voicePacks = [...settings.voicePacks, ...(await findVoicePacks(join(dataDir, PACKS_FOLDER)))];
  return {
    ...speechSettingsOf(settings),
    plugins,
    // The default plugins are dependencies of this package, so without hoisting only this package can resolve them.
    pluginFolders: [import.meta.dirname],
    voicePacks,
    models: { directory: modelsDir },
  };
}

/** The settings of the speech service, without those of the server. */
function speechSettingsOf(settings: ServerSettings): SpeechSettings {
  const names = speechSettings.keyof().options;
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as SpeechSettings;
}
