import { SpeechError } from '@parlance/core/errors';
import { toSrt, toVtt } from '@parlance/core/segmentation';
import type { SpeechTranscript } from '@parlance/runtime';
import type { Command } from 'commander';
import { namingFile } from '../terminal/naming-file.ts';
import { type CommandContext, type GlobalOptions, openContext, withSpeech } from './command-context.ts';
import { withStdinFile } from './read-recording.ts';
import { WORDS_HELP, wordLines } from './word-lines.ts';

interface TranscribeOptions extends GlobalOptions {
  readonly format?: string;
  readonly language?: string;
  readonly words?: boolean;
}

const FORMATS: Readonly<Record<string, (transcript: SpeechTranscript) => string>> = {
  text: ({ transcript }) => transcript,
  json: (transcript) => JSON.stringify(transcript, null, 2),
  srt: ({ utterances }) => toSrt(utterances),
  vtt: ({ utterances }) => toVtt(utterances),
};
/** An utterance whose words could not be found is a line of its own. */
function linesOf({ utterances }: SpeechTranscript): string {
  return utterances
    .map(({ words, text, startTime, endTime }) => wordLines(words ?? [{ text, startTime, endTime }]))
    .join('\n');
}

const FORMAT_NAMES = Object.keys(FORMATS).join(', ');

export function addTranscribe(program: Command): void {
  program
    .command('transcribe')
    .description('write down what a recording says')
    .argument(
      '<file>',
      'WAV, MP3, FLAC, Ogg Vorbis or Opus; with ffmpeg installed any format it reads; "-" reads stdin',
    )
    .option('--format <format>', FORMAT_NAMES, 'text')
    .option('--language <code>', 'the language spoken, such as en-US')
    .option('--words', `${WORDS_HELP}; in json their times, in srt and vtt subtitles that are cut at them`)
    .action(transcribe);
}

async function transcribe(file: string, _options: unknown, command: Command): Promise<void> {
  const options: TranscribeOptions = command.optsWithGlobals();
  const isText = (options.format ?? 'text') === 'text';
  const format = isText && options.words ? linesOf : FORMATS[options.format ?? 'text'];
  if (format === undefined) {
    throw new SpeechError(
      'INVALID_INPUT',
      `--format must be one of ${FORMAT_NAMES}; got "${options.format}".`,
    );
  }
  const context = await openContext(options);
  const transcript = await transcribeFile(context, file, options);
  context.output.result(transcript, format(transcript));
}

async function transcribeFile(
  context: CommandContext,
  file: string,
  { language, words }: TranscribeOptions,
): Promise<SpeechTranscript> {
  const { signal } = context;
  const transcribeAt = (path: string) =>
    withSpeech(context, (speech) =>
      namingFile(file === '-' ? 'stdin' : file, () => speech.transcribe(path, { language, words, signal })),
    );
  return file === '-' ? withStdinFile(transcribeAt, signal) : transcribeAt(file);
}
