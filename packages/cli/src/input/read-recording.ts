import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { concatSamples } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import type { PcmSource } from '@parlance/runtime';
import { writeError } from '../terminal/whole-file.ts';

const RECOGNITION_RATE_HZ = 16_000;

/**
 * Reads a whole recording into memory, as mono at the sample rate of recognition.
 *
 * @param file in any format that can be decoded
 * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `ABORTED`, a storage code
 */
export async function readRecording(file: string, signal: AbortSignal): Promise<PcmSource> {
  return withTemporaryFolder(async (folder) => {
    const audio = await import('@parlance/audio');
    const { createSpool } = await import('@parlance/storage');
    const decoder = audio.createRecordingDecoder();
    try {
      const reader = audio.createAnyRecordingReader({
        codec: audio.createAudioCodec(),
        decoder,
        transcoder: audio.createFfmpegTranscoder(),
        spool: await createSpool(folder, { reserveBytes: 0 }),
      });
      const recording = await reader.open(file, { signal });
      try {
        const pieces = await Array.fromAsync(recording.samples(RECOGNITION_RATE_HZ), (piece) => {
          if (signal.aborted) throw SpeechError.aborted(signal);
          return piece;
        });
        return { samples: concatSamples(pieces), sampleRateHz: RECOGNITION_RATE_HZ };
      } finally {
        await recording.close();
      }
    } finally {
      await decoder.close();
    }
  }, signal);
}

/** Copies stdin to a file for `use`, since decoding a recording needs random access. */
export async function withStdinFile<Result>(
  use: (file: string) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'recording');
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }), { signal }).catch(
      (cause: unknown) => refuseCopy(cause, signal),
    );
    return use(file);
  }, signal);
}

async function withTemporaryFolder<Result>(
  use: (folder: string) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-')).catch((cause: unknown) =>
    refuseCopy(cause, signal),
  );
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refuseCopy(cause: unknown, signal: AbortSignal): never {
  throw signal.aborted ? cause : writeError('A copy of the recording', cause);
}
