import type { ServerSettings } from '@parlance/core/settings';
import type { Speech } from '@parlance/runtime';
import { loadSettings } from '../settings/load-settings.ts';
import { addedPacksFolder, speechOptionsOf } from '../settings/speech-options.ts';
import { readDefaults } from '../storage/recorded-defaults.ts';
import { interruptSignal } from '../terminal/interrupt.ts';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { createOutput, type Output } from '../terminal/output.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean;
  readonly config?: string;
}

/** What every command needs: settings, output and the abort signal. */
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

/** Runs the work on its own service, and shows progress bars for the models that it downloads. */
export async function withSpeech<Result>(
  { settings, output }: CommandContext,
  work: (speech: Speech) => Promise<Result>,
): Promise<Result> {
  const { createSpeech, findVoicePacks } = await import('@parlance/runtime');
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
