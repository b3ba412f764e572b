import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OUTPUT_FORMATS, type OutputFormat, SpeechError } from '@parlance/core';
import type { Command } from 'commander';
import { type GlobalOptions, openContext, withSpeech } from './command-context.ts';
import { numberOption } from './number-option.ts';

interface SayOptions extends GlobalOptions {
  readonly output?: string;
  readonly voice?: string;
  readonly format?: string;
  readonly speed?: string;
  readonly rate?: string;
}

export function addSay(program: Command): void {
  program
    .command('say')
    .description('speak a text into a file, or to stdout')
    .argument('<text>', 'what to say; "-" reads it from stdin')
    .option('-o, --output <file>', 'where to write; without it the audio goes to stdout')
    .option('--voice <code>', 'voice code; see "parlance voices"')
    .option('--format <format>', `${OUTPUT_FORMATS.join(', ')}; default: the file's ending, else wav`)
    .option('--speed <factor>', '0.25 to 1.9')
    .option('--rate <hz>', 'sample rate; default: the highest of the voice')
    .action(say);
}

async function say(text: string, _options: unknown, command: Command): Promise<void> {
  const options: SayOptions = command.optsWithGlobals();
  const context = await openContext(options);
  if (options.output === undefined && process.stdout.isTTY) {
    throw new SpeechError(
      'INVALID_INPUT',
      'Audio does not belong on a terminal; name a file with -o, or pipe it on.',
    );
  }
  await withSpeech(context, async (speech) => {
    const spoken = speech.speak(text === '-' ? await readStdin() : text, {
      outputFormat: formatOf(options),
      voiceCode: options.voice,
      speed: numberOption('speed', options.speed),
      sampleRate: numberOption('rate', options.rate),
      signal: context.signal,
    });
    if (options.output === undefined) {
      await pipeline(Readable.from(spoken), process.stdout, { end: false });
      return;
    }
    const file = await spoken.file();
    await writeWhole(options.output, file);
    context.output.result(
      {
        file: options.output,
        bytes: file.byteLength,
        voiceCode: spoken.voice.code,
        characters: spoken.characters,
      },
      `${options.output}: ${file.byteLength} bytes, voice ${spoken.voice.code}`,
    );
  });
}

function formatOf({ format, output }: SayOptions): OutputFormat {
  const wanted = format ?? (output === undefined ? 'wav' : extname(output).slice(1).toLowerCase());
  const known = OUTPUT_FORMATS.find((name) => name === wanted);
  if (known !== undefined) return known;
  if (format === undefined) return 'wav';
  throw new SpeechError(
    'INVALID_INPUT',
    `--format must be one of ${OUTPUT_FORMATS.join(', ')}; got "${format}".`,
  );
}

async function readStdin(): Promise<string> {
  return Buffer.concat(await Array.fromAsync(process.stdin)).toString('utf8');
}

/** A file of that name is whole or is the one that was there before. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    const file = await open(partial, 'wx');
    await pipeline(Readable.from([bytes]), createWriteStream('', { fd: file }));
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SpeechError('STORAGE_FAILED', `The file can't be written: ${reason}`, {}, { cause });
  }
}
