import { addAbortSignal } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { RecognitionEvent } from '@parlance/core/recognition';
import type { Command } from 'commander';
import { namingFile } from '../input/naming-file.ts';
import { numberOption } from '../input/number-option.ts';
import { readRecording } from '../input/read-recording.ts';
import { readCallVocabulary, VOCABULARY_HELP } from '../input/read-vocabulary.ts';
import { type GlobalOptions, openContext, withSpeech } from './command-context.ts';
import { WORDS_HELP, wordLines } from './word-lines.ts';

interface ListenOptions extends GlobalOptions {
  readonly rate?: string;
  readonly silence?: string;
  readonly language?: string;
  readonly words?: boolean;
  readonly vocabulary?: string;
}

/** Length of the chunks in which a microphone would deliver audio, in seconds. */
const CHUNK_SECONDS = 0.1;
const MS_PER_SECOND = 1000;
const ERASE_LINE = '\r\u001b[2K';

export function addListen(program: Command): void {
  program
    .command('listen')
    .description('recognize a recording, or stdin, at the pace of speech and show interim results')
    .argument(
      '<file>',
      'a recording in any format that transcribe reads; "-" reads raw 16-bit little-endian mono PCM from stdin',
    )
    .option('--rate <hz>', 'sample rate of stdin', '16000')
    .option('--silence <ms>', 'silence that ends an utterance, 500 to 3000')
    .option('--language <code>', 'the language spoken, such as en-US')
    .option('--words', WORDS_HELP)
    .option('--vocabulary <file>', VOCABULARY_HELP)
    .action(listen);
}

async function listen(file: string, _options: unknown, command: Command): Promise<void> {
  const options: ListenOptions = command.optsWithGlobals();
  const context = await openContext(options);
  const vocabulary = await readCallVocabulary(options.vocabulary);
  const { samples, sampleRateHz } =
    file === '-' ? stdinSource(options, context.signal) : await pacedSource(file, context.signal);
  await withSpeech(context, async (speech) => {
    await speech.warm('recognition');
    const events = speech.listen(samples, {
      sampleRateHz,
      interimResults: true,
      language: options.language,
      words: options.words,
      vocabulary,
      speechCompleteTimeoutMs: numberOption('silence', options.silence),
      signal: context.signal,
    });
    for await (const event of events) show(event, context.output.isJson);
  });
}

function show(event: RecognitionEvent, isJson: boolean): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(event)}\n`);
    return;
  }
  if (event.type === 'transcript-final') {
    if (process.stderr.isTTY) process.stderr.write(ERASE_LINE);
    const line = `${event.startVoiceSeconds.toFixed(2)}  ${event.text}`;
    process.stdout.write(`${event.words === undefined ? line : wordLines(event.words)}\n`);
  } else if (process.stderr.isTTY) {
    process.stderr.write(`${ERASE_LINE}… ${event.text}`.slice(0, process.stderr.columns ?? 80));
  }
}

interface PcmStream {
  readonly samples: AsyncIterable<Uint8Array | Float32Array>;
  readonly sampleRateHz: number;
}

function stdinSource(options: ListenOptions, signal: AbortSignal): PcmStream {
  const sampleRateHz = numberOption('rate', options.rate) ?? Number.NaN;
  const rates: readonly number[] = LIMITS.transcription.sampleRatesHz;
  if (!rates.includes(sampleRateHz)) {
    throw new SpeechError('INVALID_INPUT', `--rate must be one of ${rates.join(', ')}; got ${options.rate}.`);
  }
  return { samples: addAbortSignal(signal, process.stdin), sampleRateHz };
}

async function pacedSource(file: string, signal: AbortSignal): Promise<PcmStream> {
  const { samples, sampleRateHz } = await namingFile(file, () => readRecording(file, signal));
  return { samples: atPaceOfSpeech(samples, sampleRateHz, signal), sampleRateHz };
}

/** Yields samples at the pace of a microphone. */
async function* atPaceOfSpeech(
  samples: Float32Array,
  sampleRateHz: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array, void, undefined> {
  const startMs = performance.now();
  const chunkSamples = Math.round(CHUNK_SECONDS * sampleRateHz);
  for (let start = 0; start < samples.length; start += chunkSamples) {
    const chunk = samples.slice(start, start + chunkSamples);
    const dueMs = startMs + ((start + chunk.length) / sampleRateHz) * MS_PER_SECOND;
    await delay(Math.max(0, dueMs - performance.now()), undefined, { signal });
    yield chunk;
  }
}
