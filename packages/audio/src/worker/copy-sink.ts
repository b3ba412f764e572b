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

/** Where decoded samples go: mixed to mono or not, resampled, counted, and written to the target. */
export interface CopySink {
  /** @throws SpeechError `AUDIO_TOO_LONG`, `AUDIO_NOT_READABLE` for a rate that can't be resampled */
  write(decoded: DecodedSamples): Promise<void>;
  /** @returns `undefined` when there was no sample */
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

  /** Recordings joined of several may change their rate on the way. */
  const changeRate = async (toHz: number, channels: number): Promise<void> => {
    refuseRate(toHz);
    await endResamplers();
    rateHz = toHz;
    const opened: StreamResampler[] = [];
    resamplers = opened;
    // What was opened is disposed of, should the next one fail.
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
        // One that has fewer channels on the way goes on with its last; of more, those that are new are left out.
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

/** Channels of one length, sample by sample in turn. */
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
