import {
  type AudioCodec,
  type AudioReader,
  type AudioRecording,
  encodePcm16,
  type OpenRecordingOptions,
  type Transcoder,
} from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { Spool, SpooledFile } from '@parlance/core/storage';
import { createAudioReader } from '../codec/audio-reader.ts';
import { openByteSource } from '../wav/byte-source.ts';
import { RECORDING_RATES_HZ } from '../wav/wav-header-scanner.ts';
import { type DecodedCopy, openDecodedRecording } from './decoded-recording.ts';
import type { RecordingDecoder } from './recording-decoder.ts';
import { type RecordingFormat, recordingFormatOf } from './recording-format.ts';

export interface AnyRecordingReaderParts {
  readonly codec: Pick<AudioCodec, 'openResampler'>;
  readonly decoder: Pick<RecordingDecoder, 'decode'>;
  /** For formats that `decoder` does not support. */
  readonly transcoder: Pick<Transcoder, 'decode' | 'decodeToWav' | 'isAvailable'>;
  /** Where decoded copies are stored while they are open. */
  readonly spool: Spool;
}

/** Sample rate of decoded copies, in Hz, which recognizers use. */
const COPY_RATE_HZ = 16_000;
const SAMPLE_BYTES = 2;
/** The maximum duration of a WAV file of 100 MB: 8-bit at 8 kHz. Its decoded copy has 400 MB. */
const MAX_SECONDS = 12_500;
/** Smaller recordings are decoded while the caller waits, for seconds. */
const MEASURED_BYTES = 5_000_000;
const READ_WITHOUT = 'WAV, MP3, FLAC, Ogg Vorbis and Opus can be read without it';

/**
 * Opens recordings in any format: WAV directly; MP3, FLAC, Ogg Vorbis and Opus with decoders in workers; others with
 * ffmpeg, if it is installed. All except WAV are decoded once, to a copy in the spool that is removed when the recording is closed.
 */
export function createAnyRecordingReader(parts: AnyRecordingReaderParts): AudioReader {
  const wavReader = createAudioReader({ codec: parts.codec, sampleRatesHz: RECORDING_RATES_HZ });

  const open = async (
    source: Uint8Array | string,
    options: OpenRecordingOptions = {},
  ): Promise<AudioRecording> => {
    const found = await openWavOrSniff(wavReader, source);
    if (found.type === 'wav') return found.recording;
    if (typeof source === 'string') return decodeFile(parts, source, { ...found, ...options });
    const { signal } = options;
    await using file = await parts.spool.write(inOnePiece(source), { maxBytes: source.length, signal });
    return await decodeFile(parts, file.path, { ...found, ...options });
  };

  return {
    open,
    async measure(path, options) {
      const found = await openWavOrSniff(wavReader, path);
      if (found.type === 'wav') {
        await found.recording.close();
        return found.recording;
      }
      if (found.format.type === 'decodable' && found.sizeBytes >= MEASURED_BYTES) return undefined;
      const recording = await decodeFile(parts, path, { ...found, ...options });
      await recording.close();
      return recording;
    },
  };
}

interface OtherThanWav {
  readonly type: 'other';
  readonly format: RecordingFormat;
  readonly sizeBytes: number;
  /** Why it is not a readable WAV file. */
  readonly refusal: SpeechError;
}

async function openWavOrSniff(
  wavReader: AudioReader,
  source: Uint8Array | string,
): Promise<OtherThanWav | { readonly type: 'wav'; readonly recording: AudioRecording }> {
  try {
    return { type: 'wav', recording: await wavReader.open(source) };
  } catch (cause) {
    const refusal = SpeechError.from(cause);
    const { reason } = refusal.details;
    // Do not try ffmpeg for a valid WAV file without samples: it would read the following chunks as samples.
    if (refusal.code !== 'AUDIO_NOT_READABLE' || UNREADABLE.includes(String(reason))) throw refusal;
    const bytes = await openByteSource(source);
    const format = await recordingFormatOf(bytes).finally(bytes.close);
    return { type: 'other', format, sizeBytes: bytes.sizeBytes, refusal };
  }
}

/** Reasons for which no other reader is tried: the file itself, or a valid WAV file without samples. */
const UNREADABLE = ['no-samples', 'file', 'not-a-file'];

type Decoding = OtherThanWav & OpenRecordingOptions;

async function decodeFile(
  parts: AnyRecordingReaderParts,
  path: string,
  decoding: Decoding,
): Promise<AudioRecording> {
  const { format } = decoding;
  if (format.type === 'decodable') return decodeInWorker(parts, path, { ...decoding, format });
  if (await parts.transcoder.isAvailable()) {
    const decode = decoding.keepsChannels === true ? decodeChannelsByFfmpeg : decodeByFfmpeg;
    return decode(parts, path, decoding);
  }
  throw withoutFfmpeg(decoding);
}

async function decodeInWorker(
  { decoder, spool, codec }: AnyRecordingReaderParts,
  path: string,
  {
    format,
    sizeBytes,
    keepsChannels = false,
    maxSeconds = MAX_SECONDS,
    signal,
  }: Decoding & { readonly format: RecordingFormat & { type: 'decodable' } },
): Promise<AudioRecording> {
  refuseChannels(format);
  const copy = await spool.write(nothing(), { maxBytes: 0, signal });
  try {
    const { targetSamples, ...facts } = await decoder.decode(
      {
        codec: format.codec,
        sourcePath: path,
        startBytes: format.startBytes,
        sourceBytes: sizeBytes,
        targetPath: copy.path,
        targetRateHz: COPY_RATE_HZ,
        keepsChannels,
        ...(format.channels !== undefined && { channels: format.channels }),
        maxSeconds,
      },
      signal,
    );
    const channels = keepsChannels ? facts.channels : 1;
    return await openCopy(copy, { channels, samples: targetSamples }, { ...facts, codec });
  } catch (cause) {
    // Report the first error, not one of the cleanup.
    await Promise.resolve(copy[Symbol.asyncDispose]()).catch(() => undefined);
    throw SpeechError.from(cause);
  }
}

async function decodeByFfmpeg(
  { transcoder, spool, codec }: AnyRecordingReaderParts,
  path: string,
  { maxSeconds = MAX_SECONDS, signal }: Decoding,
): Promise<AudioRecording> {
  const options = { sampleRateHz: COPY_RATE_HZ, maxSeconds, ...(signal && { signal }) };
  const pcm = pcmOf(transcoder.decode(path, options));
  const maxBytes = (maxSeconds + 1) * COPY_RATE_HZ * SAMPLE_BYTES;
  const copy = await spool.write(pcm, { maxBytes, signal });
  const frames = copy.bytes / SAMPLE_BYTES;
  return openCopy(
    copy,
    { channels: 1, samples: frames },
    { sampleRateHz: COPY_RATE_HZ, channels: 1, frames, codec },
  );
}

/** Decodes to WAV, since its header has the number of channels that ffmpeg found. */
async function decodeChannelsByFfmpeg(
  { transcoder, spool, codec }: AnyRecordingReaderParts,
  path: string,
  { maxSeconds = MAX_SECONDS, signal }: Decoding,
): Promise<AudioRecording> {
  const options = { sampleRateHz: COPY_RATE_HZ, maxSeconds, ...(signal && { signal }) };
  const wav = transcoder.decodeToWav(path, options);
  const maxFrames = (maxSeconds + 2) * COPY_RATE_HZ;
  const copy = await spool.write(wav, {
    maxBytes: maxFrames * SAMPLE_BYTES * LIMITS.transcription.maxChannels,
    signal,
  });
  try {
    const recording = await createAudioReader({ codec }).open(copy.path);
    if (recording.frames > maxSeconds * COPY_RATE_HZ) {
      await recording.close();
      throw tooLong(maxSeconds);
    }
    return { ...recording, close: () => recording.close().then(() => copy[Symbol.asyncDispose]()) };
  } catch (cause) {
    await Promise.resolve(copy[Symbol.asyncDispose]()).catch(() => undefined);
    throw SpeechError.from(cause);
  }
}

async function openCopy(
  copy: SpooledFile,
  shape: Pick<DecodedCopy, 'channels' | 'samples'>,
  facts: Parameters<typeof openDecodedRecording>[1],
): Promise<AudioRecording> {
  const dispose = () => copy[Symbol.asyncDispose]();
  const decoded = { path: copy.path, sampleRateHz: COPY_RATE_HZ, ...shape, [Symbol.asyncDispose]: dispose };
  return openDecodedRecording(decoded, facts);
}

function tooLong(maxSeconds: number): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LONG',
    `The recording is longer than ${maxSeconds} seconds; that is the limit.`,
    { maxSeconds },
  );
}

/** Decoders need memory for each channel: a file of few bytes with 255 channels would take gigabytes. */
function refuseChannels({ name, channels = 1 }: RecordingFormat & { type: 'decodable' }): void {
  const { maxChannels } = LIMITS.transcription;
  if (channels >= 1 && channels <= maxChannels) return;
  throw new SpeechError(
    'AUDIO_NOT_READABLE',
    `The recording is ${name} with ${channels} channels; 1 to ${maxChannels} can be read.`,
    { reason: 'channels', channels },
  );
}

function withoutFfmpeg({ format, refusal }: OtherThanWav): SpeechError {
  // An invalid WAV file.
  if (refusal.details.reason !== 'not-wav' && format.type === 'unknown') return refusal;
  const what =
    format.type === 'unknown'
      ? 'The format of the recording is unknown. It may be readable with ffmpeg, which is not installed'
      : `The recording is ${format.name}, which needs ffmpeg; it is not installed`;
  return new SpeechError(
    'AUDIO_NOT_READABLE',
    `${what}. Install it, or convert the recording: ${READ_WITHOUT}.`,
    {
      reason: 'needs-ffmpeg',
    },
  );
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

async function* pcmOf(windows: AsyncIterable<Float32Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const window of windows) yield encodePcm16(window);
}
