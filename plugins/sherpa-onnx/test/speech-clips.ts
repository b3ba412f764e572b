import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAudioCodec, decodeWavForRecognition } from '@parlance/audio';

const RATE_HZ = 16_000;
const folder = process.env.PARLANCE_SPEECH_DIR ?? join(import.meta.dirname, '../../../../shared/speech');
const manifest = join(folder, 'manifest.json');

interface Clip {
  readonly id: string;
  readonly file: string;
  readonly reference: string;
  readonly durationSec: number;
  readonly sampleRate: number;
}

/** Human speech with what is said in it; none, with a reason on the terminal, when the folder is not there. */
export const clips: readonly Clip[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : [];
if (clips.length === 0) {
  process.stderr.write('Skipped: no human speech; name its folder in PARLANCE_SPEECH_DIR.\n');
}

/** @returns mono at 16 kHz */
export async function readClip({ file }: Clip): Promise<Float32Array> {
  return joined(await Array.fromAsync(decodeWavForRecognition(join(folder, file), RATE_HZ)));
}

/** Brings synthesized speech to a recognizer's rate. */
export async function toRecognitionRate(samples: Float32Array, fromHz: number): Promise<Float32Array> {
  const resampler = await createAudioCodec().openResampler(fromHz, RATE_HZ);
  return joined([resampler.resample(samples), resampler.finish()]);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}
