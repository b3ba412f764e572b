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

/** Runs one piece of work on a service of its own, with bars for the models it fetches. */
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
