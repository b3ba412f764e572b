import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AudioRecording, concatSamples, SpeechError } from '@parlance/core';
import type { PcmSource } from '@parlance/runtime';
import { writeError } from '../terminal/whole-file.ts';

const RECOGNITION_RATE_HZ = 16_000;

/**
 * Reads a whole recording into memory, as mono at the rate of recognition.
 *
 * @param file WAV; with ffmpeg installed any format that it reads
 * @throws SpeechError `AUDIO_NOT_READABLE`, `STORAGE_FAILED` when there is no such file
 */
export async function readRecording(file: string, signal: AbortSignal): Promise<PcmSource> {
  const pieces = await Array.fromAsync(await openSamples(file, signal));
  return { samples: concatSamples(pieces), sampleRateHz: RECOGNITION_RATE_HZ };
}

/** {@link readRecording} of what comes on stdin. It lies in a file meanwhile: who reads a WAV file goes back and forth in it. */
export async function readRecordingOnStdin(signal: AbortSignal): Promise<PcmSource> {
  const explain = (cause: unknown): never => {
    throw signal.aborted ? cause : writeError('A copy of the recording on stdin', cause);
  };
  const folder = await mkdtemp(join(tmpdir(), 'parlance-stdin-')).catch(explain);
  try {
    const file = join(folder, 'recording');
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }), { signal }).catch(explain);
    return await readRecording(file, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openSamples(file: string, signal: AbortSignal): Promise<AsyncIterable<Float32Array>> {
  const { createAudioReader, createFfmpegTranscoder, RECORDING_RATES_HZ } = await import('@parlance/audio');
  try {
    return samplesOfWav(await createAudioReader({ sampleRatesHz: RECORDING_RATES_HZ }).open(file), signal);
  } catch (error) {
    if (!SpeechError.is(error) || error.code !== 'AUDIO_NOT_READABLE') throw error;
    // A WAV file without samples is read well: ffmpeg would take what follows for them.
    if ('systemCode' in error.details || error.details.reason === 'no-samples') throw error;
    const transcoder = createFfmpegTranscoder();
    if (await transcoder.isAvailable())
      return transcoder.decode(file, { sampleRateHz: RECOGNITION_RATE_HZ, signal });
    throw new SpeechError(
      'AUDIO_NOT_READABLE',
      `${error.message} For other formats than WAV install ffmpeg.`,
    );
  }
}

async function* samplesOfWav(
  recording: AudioRecording,
  signal: AbortSignal,
): AsyncGenerator<Float32Array, void, undefined> {
  try {
    for await (const piece of recording.samples(RECOGNITION_RATE_HZ)) {
      if (signal.aborted) throw SpeechError.aborted(signal);
      yield piece;
    }
  } finally {
    await recording.close();
  }
}
