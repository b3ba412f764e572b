import { SpeechError } from '@parlance/core/errors';
import { toSrt, toVtt } from '@parlance/core/segmentation';
import { CHANNEL_CHOICES } from '@parlance/core/transcription';
import type { SpeechTranscript, TranscribeSpeechOptions } from '@parlance/runtime';
import type { Command } from 'commander';
import { namingFile } from '../input/naming-file.ts';
import { withStdinFile } from '../input/read-recording.ts';
import { readCallVocabulary, VOCABULARY_HELP } from '../input/read-vocabulary.ts';
import { type CommandContext, type GlobalOptions, openContext, withSpeech } from './command-context.ts';
import { WORDS_HELP, wordLines } from './word-lines.ts';

interface TranscribeOptions extends GlobalOptions {
  readonly format?: string;
  readonly language?: string;
  readonly words?: boolean;
  readonly channels?: string;
  readonly vocabulary?: string;
}

const FORMATS: Readonly<Record<string, (transcript: SpeechTranscript) => string>> = {
  text: ({ transcript, utterances }) =>
    utterances[0]?.channel === undefined
      ? transcript
      : utterances.map(({ channel, text }) => `Channel ${channel}: ${text}`).join('\n'),
  json: (transcript) => JSON.stringify(transcript, null, 2),
  srt: ({ utterances }) => toSrt(utterances),
  vtt: ({ utterances }) => toVtt(utterances),
};
const FORMAT_NAMES = Object.keys(FORMATS).join(', ');

function formatOf(name: string) {
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

/** One line for each word; an utterance without word timings is one line. With separate channels, each utterance follows its channel's name. */
function linesOf({ utterances }: SpeechTranscript): string {
  return utterances
    .map(({ channel, words, text, startTime, endTime }) => {
      const lines = wordLines(words ?? [{ text, startTime, endTime }]);
      return channel === undefined ? lines : `Channel ${channel}:\n${lines}`;
    })
    .join('\n');
}

export function addTranscribe(program: Command): void {
  program
    .command('transcribe')
    .description('transcribe a recording')
    .argument(
      '<file>',
      'WAV, MP3, FLAC, Ogg Vorbis or Opus; with ffmpeg installed any format it reads; "-" reads stdin',
    )
    .option('--format <format>', FORMAT_NAMES, 'text')
    .option('--language <code>', 'the language spoken, such as en-US')
    .option('--words', `${WORDS_HELP}; json includes these times, srt and vtt cut subtitles at them`)
    .option(
      '--channels <choice>',
      `${CHANNEL_CHOICES.join(' or ')}: whether each channel is transcribed separately`,
      'mixed',
    )
    .option('--vocabulary <file>', VOCABULARY_HELP)
    .action(transcribe);
}

async function transcribe(file: string, _options: unknown, command: Command): Promise<void> {
  const options: TranscribeOptions = command.optsWithGlobals();
  const isText = (options.format ?? 'text') === 'text';
  const format = isText && options.words ? linesOf : formatOf(options.format ?? 'text');
  if (format === undefined) {
    throw new SpeechError(
      'INVALID_INPUT',
      `--format must be one of ${FORMAT_NAMES}; got "${options.format}".`,
    );
  }
  const channels = CHANNEL_CHOICES.find((choice) => choice === options.channels);
  if (channels === undefined) {
    throw new SpeechError(
      'INVALID_INPUT',
      `--channels must be one of ${CHANNEL_CHOICES.join(', ')}; got "${options.channels}".`,
    );
  }
  const context = await openContext(options);
  const { language, words } = options;
  const vocabulary = await readCallVocabulary(options.vocabulary);
  const transcript = await transcribeFile(context, file, { language, words, channels, vocabulary });
  context.output.result(transcript, format(transcript));
}

async function transcribeFile(
  context: CommandContext,
  file: string,
  options: TranscribeSpeechOptions,
): Promise<SpeechTranscript> {
  const { signal } = context;
  const transcribeAt = (path: string) =>
    withSpeech(context, (speech) =>
      namingFile(file === '-' ? 'stdin' : file, () => speech.transcribe(path, { ...options, signal })),
    );
  return file === '-' ? withStdinFile(transcribeAt, signal) : transcribeAt(file);
}
