import { join } from 'node:path';
import { type ServerSettings, type SpeechSettings, speechSettings } from '@parlance/core/settings';
import type { CreateSpeechOptions, Speech } from '@parlance/runtime';
import { readDefaults } from '../server/recorded-defaults.ts';
import { loadSettings } from '../settings/load-settings.ts';
import { interruptSignal } from '../terminal/interrupt.ts';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { createOutput, type Output } from '../terminal/output.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly config?: string;
}

/** What a command works with. */
export interface CommandContext {
  readonly output: Output;
  readonly settings: ServerSettings;
  readonly signal: AbortSignal;
}

export async function openContext(options: GlobalOptions): Promise<CommandContext> {
  return {
    output: createOutput({ isJson: options.json === true }),
    settings: await loadSettings({ file: options.config }),
    signal: interruptSignal(),
  };
}

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

/** Runs one piece of work on a service of its own, with bars for the models it fetches. */
export async function withSpeech<Result>(
  { settings, output }: CommandContext,
  work: (speech: Speech) => Promise<Result>,
): Promise<Result> {
  const { createSpeech } = await import('@parlance/runtime');
  const { findVoicePacks } = await import('@parlance/runtime');
  const { voicePacks = [], ...options } = await speechOptionsOf(settings);
  const added = await findVoicePacks(addedPacksFolder(settings));
  await using speech = await createSpeech({
    ...options,
    voicePacks: [...voicePacks, ...added],
    defaults: await readDefaults(settings.dataDir),
  });
  const bars = createModelProgressBars();
  speech.on('model-progress', (progress) => bars.show(progress));
  speech.on('engine-incident', ({ engine, message }) => output.note(`${engine}: ${message}`));
  try {
    return await work(speech);
  } finally {
    bars.stop();
  }
}
