import type { FileHandle } from 'node:fs/promises';
import type { StreamResampler } from '@parlance/core/audio';
import { encodePcm16 } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import type { InstancePool } from '../codec/instance-pool.ts';
import type { ConverterInstance } from '../resample/libsamplerate-instances.ts';
import { openStreamResampler, RESAMPLER_RATES_HZ } from '../resample/stream-resampler.ts';
import type { DecodeResult, DecodeTask } from './decode-task.ts';
import { monoOf } from './mono-of.ts';
import type { DecodedSamples } from './stream-decoder.ts';

/** Samples are resampled and written this many at a time. */
const BLOCK_SAMPLES = 65_536;

/** Where decoded samples go: mixed to mono, resampled, counted, and written to the target. */
export interface MonoSink {
  /** @throws SpeechError `AUDIO_TOO_LONG`, `AUDIO_NOT_READABLE` for a rate that can't be resampled */
  write(decoded: DecodedSamples): Promise<void>;
  /** @returns `undefined` when there was no sample */
  finish(): Promise<DecodeResult | undefined>;
  /** Safe after `finish`. */
  dispose(): void;
}

export function createMonoSink(
  target: FileHandle,
  { targetRateHz, maxSeconds }: Pick<DecodeTask, 'targetRateHz' | 'maxSeconds'>,
  converters: InstancePool<ConverterInstance>,
): MonoSink {
  let first: { readonly sampleRateHz: number; readonly channels: number } | undefined;
  let resampler: StreamResampler | undefined;
  let rateHz = 0;
  let seconds = 0;
  let targetSamples = 0;

  const save = async (samples: Float32Array): Promise<void> => {
    if (samples.length === 0) return;
    targetSamples += samples.length;
    await target.writeFile(encodePcm16(samples));
  };

  const endResampler = async (): Promise<void> => {
    const ended = resampler;
    resampler = undefined;
    if (ended !== undefined) await save(ended.finish());
  };

  /** Recordings joined of several may change their rate on the way. */
  const changeRate = async (toHz: number): Promise<StreamResampler> => {
    refuseRate(toHz);
    await endResampler();
    rateHz = toHz;
    return openStreamResampler(toHz, targetRateHz, converters);
  };

  return {
    async write({ channels, sampleRateHz }) {
      const samples = channels[0]?.length ?? 0;
      if (samples === 0) return;
      if (resampler === undefined || sampleRateHz !== rateHz) resampler = await changeRate(sampleRateHz);
      first ??= { sampleRateHz, channels: channels.length };
      seconds += samples / sampleRateHz;
      if (seconds > maxSeconds) throw tooLong(maxSeconds);
      for (let at = 0; at < samples; at += BLOCK_SAMPLES) {
        const block = channels.map((channel) => channel.subarray(at, at + BLOCK_SAMPLES));
        await save(resampler.resample(monoOf(block)));
      }
    },
    async finish() {
      await endResampler();
      return first === undefined
        ? undefined
        : { ...first, frames: Math.round(seconds * first.sampleRateHz), targetSamples };
    },
    dispose: () => resampler?.dispose(),
  };
}

function refuseRate(rateHz: number): void {
  const { min, max } = RESAMPLER_RATES_HZ;
  if (Number.isInteger(rateHz) && rateHz >= min && rateHz <= max) return;
  throw new SpeechError(
    'AUDIO_NOT_READABLE',
    `The recording has a sample rate of ${rateHz} Hz; whole rates from ${min} to ${max} Hz can be read.`,
    { reason: 'sample-rate' },
  );
}

function tooLong(maxSeconds: number): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LONG',
    `The recording is longer than ${maxSeconds} seconds; that is the limit.`,
    { maxSeconds },
  );
}
