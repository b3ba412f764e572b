import { LANGUAGE_CODES, SpeechError, voiceRatesHz } from '@parlance/core';
import type { Command } from 'commander';
import { table } from '../terminal/table.ts';
import { type GlobalOptions, openContext, withSpeech } from './command-context.ts';

interface VoicesOptions extends GlobalOptions {
  readonly language?: string;
}

export function addVoices(program: Command): void {
  program
    .command('voices')
    .description('list the voices, the most natural ones first')
    .option('--language <code>', 'only those of a language, such as en-US')
    .action(listVoices);
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
      voice.engine,
      voice.languageCode,
      voice.code,
      voice.name,
      voice.gender,
      `${voiceRatesHz(voice).at(-1)} Hz`,
      voice.licence,
    ]);
    context.output.result(
      voices.map((voice) => ({ ...voice, ratesHz: voiceRatesHz(voice) })),
      table(['ENGINE', 'LANGUAGE', 'CODE', 'NAME', 'GENDER', 'RATE', 'LICENCE'], rows),
    );
  });
}
