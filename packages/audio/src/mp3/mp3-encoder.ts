import { mp3BitratesKbps, type StreamEncoder } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { finiteSamples } from '../codec/finite-samples.ts';
import type { InstancePool } from '../codec/instance-pool.ts';
import { joinBytes } from '../codec/join-bytes.ts';
import type { LameInstance } from './lame-instances.ts';

export interface Mp3Format {
  readonly sampleRateHz: number;
  readonly bitrateKbps: number;
}

/** An idle LAME instance. */
export interface Mp3Instance {
  readonly lame: LameInstance;
  /** The format that it is configured for; absent: none. */
  readonly readyFor?: string;
}

/**
 * The position of the input's first sample in the decoded file, in samples: LAME's delay of 576 and the 529 of every layer III
 * decoder. The decoded file consists of whole frames (1152 samples from 32 kHz on, 576 below) with the input, this delay,
 * and up to one more frame of silence.
 */
export const MP3_DELAY_SAMPLES = 1105;

/** Later than the answer, and than an immediate next request. */
const READY_AFTER_MS = 30;

/** Samples per LAME call, so that its buffers in WASM memory stay small. */
const BLOCK_SAMPLES = 32_768;

/**
 * Opens a mono MP3 stream of constant bitrate: every frame has the requested sample rate and bitrate. No Xing or LAME header frame
 * is written, since it would need the length, so players do no gapless trimming: the decoded audio starts
 * {@link MP3_DELAY_SAMPLES} late and is longer than the input.
 *
 * @throws SpeechError `INVALID_INPUT` for a combination that MPEG layer III does not have; LAME would silently change it
 */
export async function openMp3Encoder(
  format: Mp3Format,
  pool: InstancePool<Mp3Instance>,
): Promise<StreamEncoder> {
  refuseImpossible(format);
  const { sampleRateHz, bitrateKbps } = format;
  const { lame, readyFor } = await pool.acquire();
  let state: 'open' | 'spent' = 'open';
  /** LAME returns views of its memory, which the next call or stream overwrites. */
  const guarded = (work: () => Uint8Array): Uint8Array => {
    if (state === 'spent')
      throw new SpeechError('INTERNAL', 'The MP3 encoder is finished and cannot be used any more.');
    try {
      return work();
    } catch (error) {
      // An instance that trapped is not released to the pool, since its memory may be corrupt.
      state = 'spent';
      throw new SpeechError(
        'INTERNAL',
        'The MP3 encoder failed.',
        { sampleRateHz, bitrateKbps },
        { cause: error },
      );
    }
  };
  const release = (): void => {
    if (state === 'spent') return;
    state = 'spent';
    setTimeout(() => makeReady(lame, format, pool), READY_AFTER_MS).unref();
  };
  if (readyFor !== keyOf(format)) {
    guarded(() => {
      lame.configure(lameParameters(format));
      return new Uint8Array(0);
    });
  }
  return {
    encode: (samples) => guarded(() => encodeBlocks(lame, finiteSamples(samples))),
    finish: () => {
      const rest = guarded(() => lame.finalize().slice());
      release();
      return rest;
    },
    dispose: release,
  };
}

/** Formats repeat, so an idle instance is configured for its last one in advance. That takes some 3 ms. */
function makeReady(lame: LameInstance, format: Mp3Format, pool: InstancePool<Mp3Instance>): void {
  try {
    lame.configure(lameParameters(format));
  } catch {
    // It trapped and must not be reused.
    return;
  }
  pool.release({ lame, readyFor: keyOf(format) });
}

function keyOf({ sampleRateHz, bitrateKbps }: Mp3Format): string {
  return `${sampleRateHz}/${bitrateKbps}`;
}

type LameParameters = Parameters<LameInstance['configure']>[0];

function lameParameters({ sampleRateHz, bitrateKbps }: Mp3Format): LameParameters {
  // The wrapper's types list exactly the values that refuseImpossible accepts.
  return {
    channels: 1,
    sampleRate: sampleRateHz,
    outputSampleRate: sampleRateHz,
    bitrate: bitrateKbps,
  } as LameParameters;
}

function encodeBlocks(lame: LameInstance, samples: Float32Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += BLOCK_SAMPLES) {
    pieces.push(lame.encode([samples.subarray(at, at + BLOCK_SAMPLES)]).slice());
  }
  return joinBytes(pieces);
}

function refuseImpossible({ sampleRateHz, bitrateKbps }: Mp3Format): void {
  const ratesHz: readonly number[] = LIMITS.synthesis.sampleRatesHz;
  if (!ratesHz.includes(sampleRateHz)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `MP3 cannot have a sample rate of ${sampleRateHz} Hz; allowed are ${ratesHz.join(', ')} Hz.`,
      { sampleRateHz },
    );
  }
  const bitratesKbps = mp3BitratesKbps(sampleRateHz);
  if (!bitratesKbps.includes(bitrateKbps)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `MP3 at ${sampleRateHz} Hz cannot have ${bitrateKbps} kbps; allowed are ${bitratesKbps.join(', ')} kbps.`,
      { sampleRateHz, bitrateKbps },
    );
  }
}
