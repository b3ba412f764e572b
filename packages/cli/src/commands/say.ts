import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OUTPUT_FORMATS, type OutputFormat } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { wordsToVtt } from '@parlance/core/synthesis';
import type { SpokenAudio } from '@parlance/runtime';
import type { Command } from 'commander';
import { numberOption } from '../input/number-option.ts';
import { readStdin } from '../input/read-stdin.ts';
import { readCallVocabulary, VOCABULARY_HELP } from '../input/read-vocabulary.ts';
import { openWholeFile } from '../terminal/whole-file.ts';
import { type CommandContext, type GlobalOptions, openContext, withSpeech } from './command-context.ts';

interface SayOptions extends GlobalOptions {
  readonly output?: string;
  readonly voice?: string;
  readonly format?: string;
  readonly speed?: string;
  readonly rate?: string;
  readonly ssml?: boolean;
  readonly words?: string;
  readonly vocabulary?: string;
}

export function addSay(program: Command): void {
  program
    .command('say')
    .description('synthesize a text into a file, or to stdout')
    .argument('<text>', 'what to say; "-" reads it from stdin')
    .option('-o, --output <file>', 'where to write; without it the audio goes to stdout')
    .option(
      '--voice <code>',
      'voice code, see "parlance voices"; default: as "parlance models list" shows, initially joe',
    )
    .option('--format <format>', `${OUTPUT_FORMATS.join(', ')}; default: the file's extension, else wav`)
    .option('--speed <factor>', '0.25 to 1.9')
    .option('--rate <hz>', "sample rate; default: the voice's highest")
    .option('--words <file>', 'write the time of each word to this file; .json, or .vtt for subtitles')
    .option('--vocabulary <file>', VOCABULARY_HELP)
    .option('--ssml', 'the text is an SSML document, <speak>…</speak>')
    .action(say);
}

async function say(text: string, _options: unknown, command: Command): Promise<void> {
  const options: SayOptions = command.optsWithGlobals();
  const context = await openContext(options);
  if (options.output === undefined && process.stdout.isTTY) {
    throw new SpeechError(
      'INVALID_INPUT',
      'Audio cannot be written to a terminal; name a file with -o, or pipe it.',
    );
  }
  const input = {
    outputFormat: formatOf(options),
    voiceCode: options.voice,
    speed: numberOption('speed', options.speed),
    sampleRate: numberOption('rate', options.rate),
    textType: options.ssml === true ? ('ssml' as const) : undefined,
    timings: wordsFormOf(options.words) && ('word' as const),
    vocabulary: await readCallVocabulary(options.vocabulary),
    signal: context.signal,
  };
  const words = text === '-' ? await readStdin(context.signal) : text;
  await withSpeech(context, async (speech) => {
    const spoken = speech.speak(words, input);
    if (options.output === undefined) await pipeline(Readable.from(spoken), process.stdout, { end: false });
    else await writeFile(context, options.output, spoken);
    if (options.words !== undefined) await writeWords(options.words, spoken);
    for (const warning of spoken.warnings) context.output.note(warning);
  });
}

async function writeFile({ output }: CommandContext, path: string, spoken: SpokenAudio): Promise<void> {
  const file = await openWholeFile(path);
  try {
    const bytes = await spoken.file();
    await file.finish(bytes);
    const { characters, voice } = spoken;
    output.result(
      { file: path, bytes: bytes.byteLength, voiceCode: voice.code, characters },
      `${path}: ${bytes.byteLength} bytes, voice ${voice.code}`,
    );
  } finally {
    await file.discard();
  }
}

async function writeWords(path: string, { words }: SpokenAudio): Promise<void> {
  const file = await openWholeFile(path);
  try {
    const text = wordsFormOf(path) === 'vtt' ? wordsToVtt(words) : `${JSON.stringify({ words })}\n`;
    await file.finish(Buffer.from(text));
  } finally {
    await file.discard();
  }
}

/** @returns the format of the word timings; `undefined`: none are written */
function wordsFormOf(path: string | undefined): 'json' | 'vtt' | undefined {
  if (path === undefined) return undefined;
  const ending = extname(path).slice(1).toLowerCase();
  if (ending === 'json' || ending === 'vtt') return ending;
  throw new SpeechError('INVALID_INPUT', `The file of --words must end in .json or .vtt; got "${path}".`);
}

function formatOf({ format, output }: SayOptions): OutputFormat {
  const ending = output === undefined ? '' : extname(output).slice(1).toLowerCase();
  const wanted = format ?? (ending === '' ? 'wav' : ending);
  const known = OUTPUT_FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  const formats = OUTPUT_FORMATS.join(', ');
  throw new SpeechError(
    'INVALID_INPUT',
    format === undefined
      ? `The file extension .${ending} is not one of ${formats}; choose one of them with --format.`
      : `--format must be one of ${formats}; got "${format}".`,
  );
}
