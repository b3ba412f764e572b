import { PassThrough, type Readable } from 'node:stream';
import { SpeechError } from '@parlance/core/errors';

export interface FfmpegRun {
  readonly binary: string;
  /** A path that is known to be a file, or a stream for ffmpeg's standard input. */
  readonly input: string | Readable;
  readonly inputOptions: readonly string[];
  readonly outputOptions: readonly string[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The error to throw if ffmpeg fails. */
  readonly refusal: () => SpeechError;
}

/** Size of the buffer for standard output; when it is full, ffmpeg has to wait. */
const OUTPUT_BUFFER_BYTES = 262_144;

/**
 * Loads the package that runs ffmpeg, an optional peer dependency, since most applications need neither.
 *
 * @throws SpeechError `TRANSCODER_UNAVAILABLE`
 */
export async function loadFfmpegWrapper(): Promise<typeof import('fluent-ffmpeg')> {
  try {
    return (await import('fluent-ffmpeg')).default;
  } catch (cause) {
    const message =
      'This format needs ffmpeg, and the package that runs it. Install that: npm install fluent-ffmpeg';
    throw new SpeechError('TRANSCODER_UNAVAILABLE', message, {}, { cause });
  }
}

/**
 * Runs ffmpeg and yields its standard output. The process is killed when the loop is left, the signal aborts or the time limit
 * is reached. Its standard error is discarded, since it may contain users' paths and metadata.
 *
 * @throws SpeechError `ABORTED`, `TRANSCODER_FAILED` after the time limit, `TRANSCODER_UNAVAILABLE`, or the run's refusal
 */
export async function* runFfmpeg(run: FfmpegRun): AsyncGenerator<Uint8Array, void, undefined> {
  if (run.signal?.aborted) throw SpeechError.aborted(run.signal);
  const ffmpeg = await loadFfmpegWrapper();
  const output = new PassThrough({ highWaterMark: OUTPUT_BUFFER_BYTES });
  const command = ffmpeg(run.input, { stdoutLines: 1 })
    .setFfmpegPath(run.binary)
    .inputOptions([...run.inputOptions])
    .outputOptions([...run.outputOptions]);
  let isRunning = true;
  const stop = (error: SpeechError): void => {
    isRunning = false;
    command.kill('SIGKILL');
    output.destroy(error);
  };
  const abort = (): void => stop(SpeechError.aborted(run.signal));
  const timer = setTimeout(() => stop(timedOut(run.timeoutMs)), run.timeoutMs);
  run.signal?.addEventListener('abort', abort, { once: true });
  // The wrapper spawns late, after querying ffmpeg's formats, and a stop before that must not be lost.
  command.on('start', () => {
    if (!isRunning) command.kill('SIGKILL');
  });
  const ended = new Promise<void>((resolve, reject) => {
    command.on('end', () => resolve());
    command.on('error', () => reject(run.refusal()));
  });
  // The wrapper reports the end of the process, but a slow reader may not have got its last output yet.
  const outputEnded = new Promise<void>((resolve) => {
    output.once('pipe', (stdout: Readable) => stdout.once('end', () => resolve()));
  });
  ended.catch((error: unknown) => output.destroy(SpeechError.from(error)));
  try {
    // The wrapper must not end the output, or an error of ffmpeg would look like a complete file.
    command.output(output, { end: false }).run();
    Promise.all([ended, outputEnded]).then(
      () => output.end(),
      () => {},
    );
    for await (const bytes of output) yield bytes as Uint8Array;
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', abort);
    isRunning = false;
    command.kill('SIGKILL');
    if (typeof run.input !== 'string') run.input.destroy();
    output.destroy();
  }
}

function timedOut(timeoutMs: number): SpeechError {
  return new SpeechError(
    'TRANSCODER_FAILED',
    `ffmpeg was still running after ${timeoutMs} ms; that is the limit.`,
    {
      timeoutMs,
    },
  );
}
