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

/** The number of samples that are resampled and written at a time. */
const BLOCK_SAMPLES = 65_536;

/** The sink for decoded samples: mixes them to mono if requested, resamples, counts and writes them to the target. */
export interface CopySink {
  /** @throws SpeechError `AUDIO_TOO_LONG`, `AUDIO_NOT_READABLE` for a rate that can't be resampled */
  write(decoded: DecodedSamples): Promise<void>;
  /** @returns `undefined` if there were no samples */
  finish(): Promise<DecodeResult | undefined>;
  /** Safe after `finish`. */
  dispose(): void;
}

export function createCopySink(
  target: FileHandle,
  task: Pick<DecodeTask, 'targetRateHz' | 'channels' | 'keepsChannels' | 'maxSeconds'>,
  converters: InstancePool<ConverterInstance>,
): CopySink {
  const { targetRateHz, keepsChannels, maxSeconds } = task;
  let first: { readonly sampleRateHz: number; readonly channels: number } | undefined;
  /** One for each channel of the target; none before the first sample. */
  let resamplers: readonly StreamResampler[] = [];
  let rateHz = 0;
  let seconds = 0;
  let targetSamples = 0;

  const save = async (channels: readonly Float32Array[]): Promise<void> => {
    const samples = interleaved(channels);
    if (samples.length === 0) return;
    targetSamples += samples.length / channels.length;
    await target.writeFile(encodePcm16(samples));
  };

  const endResamplers = async (): Promise<void> => {
    const ended = resamplers;
    resamplers = [];
    if (ended.length > 0) await save(ended.map((one) => one.finish()));
  };

  /** The sample rate may change within recordings that were joined from several. */
  const changeRate = async (toHz: number, channels: number): Promise<void> => {
    refuseRate(toHz);
    await endResamplers();
    rateHz = toHz;
    const opened: StreamResampler[] = [];
    resamplers = opened;
    // If the next one fails, those that are open are disposed.
    while (opened.length < channels) opened.push(await openStreamResampler(toHz, targetRateHz, converters));
  };

  return {
    async write({ channels, sampleRateHz }) {
      const samples = channels[0]?.length ?? 0;
      if (samples === 0) return;
      first ??= { sampleRateHz, channels: Math.min(task.channels ?? channels.length, channels.length) };
      if (resamplers.length === 0 || sampleRateHz !== rateHz)
        await changeRate(sampleRateHz, keepsChannels ? first.channels : 1);
      seconds += samples / sampleRateHz;
      if (seconds > maxSeconds) throw tooLong(maxSeconds);
      for (let at = 0; at < samples; at += BLOCK_SAMPLES) {
        const block = channels.map((channel) => channel.subarray(at, at + BLOCK_SAMPLES));
        // If the number of channels decreases, the last channel is repeated; additional channels are ignored.
        const heard = (index: number): Float32Array[] =>
          keepsChannels ? [block[Math.min(index, block.length - 1)] as Float32Array] : block;
        await save(resamplers.map((one, index) => one.resample(monoOf(heard(index)))));
      }
    },
    async finish() {
      await endResamplers();
      return first === undefined
        ? undefined
        : { ...first, frames: Math.round(seconds * first.sampleRateHz), targetSamples };
    },
    dispose() {
      for (const one of resamplers) one.dispose();
    },
  };
}

/** Interleaves channels of equal length. */
function interleaved(channels: readonly Float32Array[]): Float32Array {
  const [only = new Float32Array(0)] = channels;
  if (channels.length <= 1) return only;
  const samples = new Float32Array(only.length * channels.length);
  for (const [index, channel] of channels.entries()) {
    for (let at = 0; at < channel.length; at += 1) samples[at * channels.length + index] = channel[at] ?? 0;
  }
  return samples;
}

function refuseRate(rateHz: number): void {
  const { min, max } = RESAMPLER_RATES_HZ;
  if (Number.isInteger(rateHz) && rateHz >= min && rateHz <= max) return;
  throw new SpeechError(
    'AUDIO_NOT_READABLE',
    `The recording has a sample rate of ${rateHz} Hz; integers from ${min} to ${max} Hz can be read.`,
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
