import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type {
  DecodeOptions,
  EncodeOptions,
  Transcoder,
  TranscoderContainer,
  TranscoderInput,
} from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { finiteSamples } from '../codec/finite-samples.ts';
import { findFfmpeg } from './ffmpeg-binary.ts';
import { type FfmpegRun, loadFfmpegWrapper, runFfmpeg } from './ffmpeg-run.ts';

export interface FfmpegTranscoderOptions {
  /** The environment with FFMPEG_PATH and PATH. Absent: that of the process. */
  readonly environment?: NodeJS.ProcessEnv;
}

const DEFAULT_TIMEOUT_MS = 120_000;
/** The maximum duration of a 100 MB file of the interface: 8-bit at 8 kHz. */
const DEFAULT_MAX_SECONDS = 12_500;
const FLOAT_BYTES = 4;

/**
 * The demuxers that ffmpeg may use. Playlists (hls, concat, dash) are not included, since they would make it open files and
 * addresses that the sender names.
 */
const DEMUXERS = 'aac,ac3,aiff,amr,au,caf,flac,matroska,webm,mov,mp4,m4a,3gp,3g2,mj2,mp3,ogg,w64,wav';
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin'];

const ENCODERS = {
  opus: ['-c:a', 'libopus', '-f', 'opus'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  aac: ['-c:a', 'aac', '-f', 'adts'],
  ogg: ['-c:a', 'libvorbis', '-f', 'ogg'],
} as const satisfies Record<TranscoderContainer, readonly string[]>;

/**
 * A transcoder with the installed ffmpeg. Without ffmpeg, every call except `isAvailable` throws an error that says how to install it. ffmpeg may
 * read a local file or its standard input, in a fixed list of formats, and nothing from a network.
 */
export function createFfmpegTranscoder(options: FfmpegTranscoderOptions = {}): Transcoder {
  const environment = options.environment ?? process.env;
  return {
    isAvailable: () =>
      Promise.all([findFfmpeg(environment), loadFfmpegWrapper()]).then(
        () => true,
        () => false,
      ),
    decode: (input, decodeOptions) => decode(environment, input, decodeOptions),
    decodeToWav: (input, decodeOptions) => decodeToWav(environment, input, decodeOptions),
    encode: (samples, encodeOptions) => encode(environment, samples, encodeOptions),
  };
}

async function* decode(
  environment: NodeJS.ProcessEnv,
  input: TranscoderInput,
  options: DecodeOptions,
): AsyncGenerator<Float32Array, void, undefined> {
  const { sampleRateHz, maxSeconds = DEFAULT_MAX_SECONDS } = options;
  const run = await decodingRun(environment, input, { ...options, output: ['-ac', '1', '-f', 'f32le'] });
  let samplesSoFar = 0;
  for await (const samples of wholeSamples(runFfmpeg(run), sampleRateHz)) {
    samplesSoFar += samples.length;
    if (samplesSoFar > maxSeconds * sampleRateHz) {
      throw new SpeechError(
        'AUDIO_TOO_LONG',
        `The audio is longer than ${maxSeconds} s; that is the limit.`,
        {
          maxSeconds,
        },
      );
    }
    yield samples;
  }
  if (samplesSoFar === 0)
    throw new SpeechError('AUDIO_NOT_READABLE', 'The audio has 0 samples; at least 1 is needed.');
}

async function* decodeToWav(
  environment: NodeJS.ProcessEnv,
  input: TranscoderInput,
  options: DecodeOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxSeconds = DEFAULT_MAX_SECONDS } = options;
  const output = ['-t', String(maxSeconds + 1), '-c:a', 'pcm_s16le', '-f', 'wav'];
  yield* runFfmpeg(await decodingRun(environment, input, { ...options, output }));
}

async function decodingRun(
  environment: NodeJS.ProcessEnv,
  input: TranscoderInput,
  {
    sampleRateHz,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    signal,
    output,
  }: DecodeOptions & { readonly output: readonly string[] },
): Promise<FfmpegRun> {
  const isPath = typeof input === 'string';
  return {
    binary: await findFfmpeg(environment),
    input: isPath ? `file:${resolve(input)}` : Readable.from(input, { objectMode: false }),
    inputOptions: [...QUIET, '-protocol_whitelist', isPath ? 'file' : 'pipe', '-format_whitelist', DEMUXERS],
    outputOptions: ['-map', '0:a:0', '-vn', '-sn', '-dn', '-ar', String(sampleRateHz), ...output],
    timeoutMs,
    signal,
    refusal: () =>
      new SpeechError('AUDIO_NOT_READABLE', 'The audio is not in a format that ffmpeg may read here.'),
  };
}

/** Converts bytes, cut anywhere, to buffers of samples with at most a second each. */
async function* wholeSamples(
  bytes: AsyncIterable<Uint8Array>,
  maxSamples: number,
): AsyncGenerator<Float32Array, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const piece of bytes) {
    const joined = Buffer.concat([rest, piece]);
    const samples = Math.floor(joined.length / FLOAT_BYTES);
    for (let at = 0; at < samples; at += maxSamples) {
      const end = Math.min(samples, at + maxSamples);
      yield clipped(
        Float32Array.from({ length: end - at }, (_, i) => joined.readFloatLE((at + i) * FLOAT_BYTES)),
      );
    }
    rest = joined.subarray(samples * FLOAT_BYTES);
  }
}

/** Lossy codecs overshoot full scale. */
function clipped(samples: Float32Array): Float32Array {
  return finiteSamples(samples).map((value) => Math.min(1, Math.max(-1, value)));
}

async function* encode(
  environment: NodeJS.ProcessEnv,
  samples: AsyncIterable<Float32Array>,
  options: EncodeOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { container, sampleRateHz, bitrateKbps, timeoutMs = DEFAULT_TIMEOUT_MS, signal } = options;
  let inputError: unknown;
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const piece of samples) {
        const finite = finiteSamples(piece).slice();
        yield new Uint8Array(finite.buffer);
      }
    } catch (error) {
      inputError = error;
      throw error;
    }
  }
  yield* runFfmpeg({
    binary: await findFfmpeg(environment),
    input: Readable.from(bytes(), { objectMode: false }),
    inputOptions: [
      ...QUIET,
      '-protocol_whitelist',
      'pipe',
      '-f',
      'f32le',
      '-ar',
      String(sampleRateHz),
      '-ac',
      '1',
    ],
    outputOptions: [
      ...ENCODERS[container],
      ...(bitrateKbps === undefined ? [] : ['-b:a', `${bitrateKbps}k`]),
    ],
    timeoutMs,
    signal,
    refusal: () =>
      inputError === undefined
        ? new SpeechError('TRANSCODER_FAILED', `ffmpeg could not encode ${container}.`, { container })
        : SpeechError.from(inputError),
  });
}
