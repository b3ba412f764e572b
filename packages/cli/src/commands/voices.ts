import { voiceRatesHz } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LANGUAGE_CODES } from '@parlance/core/text';
import type { Command } from 'commander';
import { table } from '../terminal/table.ts';
import { type GlobalOptions, openContext, withSpeech } from './command-context.ts';
import { addVoicePackCommands } from './voice-packs.ts';
import { withAdmin } from './with-admin.ts';

interface VoicesOptions extends GlobalOptions {
  readonly language?: string;
}

interface GiveOptions extends GlobalOptions {
  readonly everyone?: boolean;
}

export function addVoices(program: Command): void {
  const voices = program
    .command('voices')
    .description('list the voices, most natural first; assign one to an app; add and remove voice packs')
    .option('--language <code>', 'only voices of this language, such as en-US')
    .action(listVoices);
  voices
    .command('give')
    .description(
      'assign a voice to one app, so that no other app sees or uses it; a running server applies this at once',
    )
    .argument('<code>', 'code of a voice')
    .argument('[app-id]')
    .option('--everyone', 'make it available to all apps again')
    .action(giveVoice);
  addVoicePackCommands(voices);
}

async function giveVoice(
  code: string,
  appId: string | undefined,
  _options: unknown,
  command: Command,
): Promise<void> {
  const options: GiveOptions = command.optsWithGlobals();
  if ((appId === undefined) !== (options.everyone === true))
    throw new SpeechError('INVALID_INPUT', 'Give an App ID or --everyone.');
  const { output, settings } = await openContext(options);
  const given = await withAdmin(settings, (admin) => admin.giveVoice(code, appId ?? null), {
    hasModels: true,
  });
  const whom = given.ownerAppId === null ? 'everyone' : `the app ${given.ownerAppId} alone`;
  output.result(given, `${given.code} is for ${whom}.`);
}

async function listVoices(_options: unknown, command: Command): Promise<void> {
  const options: VoicesOptions = command.optsWithGlobals();
  const context = await openContext(options);
  const languageCode = LANGUAGE_CODES.find((code) => code.toLowerCase() === options.language?.toLowerCase());
  if (options.language !== undefined && languageCode === undefined) {
    throw new SpeechError(
      'INVALID_INPUT',
      `--language must be a language code of the catalogue, such as en-US; got "${options.language}".`,
    );
  }
  await withSpeech(context, async (speech) => {
    const voices = await speech.voices({ languageCode });
    const rows = voices.map((voice) => [
      voice.code,
      voice.name,
      voice.gender,
      `${voiceRatesHz(voice).at(-1)} Hz`,
      voice.licence,
    ]);
    context.output.result(
      voices.map(({ sounds: _, ...voice }) => ({ ...voice, ratesHz: voiceRatesHz(voice) })),
      grouped(
        table(['CODE', 'NAME', 'GENDER', 'RATE', 'LICENCE'], rows),
        voices.map(({ engine, languageCode }) => `${engine}, ${languageCode}`),
      ),
    );
  });
}

/** A table with a heading above each group of rows. */
function grouped(lines: string, headings: readonly string[]): string {
  const [header = '', ...rows] = lines.split('\n');
  return [
    `  ${header}`,
    ...rows.flatMap((row, index) => {
      const isFirst = headings[index] !== headings[index - 1];
      return isFirst ? ['', headings[index], `  ${row}`] : [`  ${row}`];
    }),
  ].join('\n');
}
