import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAnyRecordingReader,
  createAudioCodec,
  createFfmpegTranscoder,
  createRecordingDecoder,
} from '@parlance/audio';
import { concatSamples } from '@parlance/core/audio';
import { createSpool } from '@parlance/storage';

/** A recording of any format, mono at the rate asked for. */
export async function readSamples(path: string, rateHz: number): Promise<Float32Array> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-'));
  const decoder = createRecordingDecoder();
  try {
    const reader = createAnyRecordingReader({
      codec: createAudioCodec(),
      decoder,
      transcoder: createFfmpegTranscoder(),
      spool: await createSpool(folder, { reserveBytes: 0 }),
    });
    const recording = await reader.open(path);
    try {
      return concatSamples(await Array.fromAsync(recording.samples(rateHz)));
    } finally {
      await recording.close();
    }
  } finally {
    await decoder.close();
    await rm(folder, { recursive: true, force: true });
  }
}
