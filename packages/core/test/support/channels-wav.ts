import { wavHeader } from '@parlance/audio';
import { encodePcm16 } from '../../src/audio/index.ts';

const RATE_HZ = 16_000;
const CHANNELS = 8;
const HEADER_CHANNELS_BYTE = 22;

/** The tone that stands for speech on a channel. */
function channelHz(channel: number): number {
  return 220 + channel * 130;
}

/** A WAV file with a channel for each list of stretches, from and to, in seconds. It ends a second after the last. */
export function channelsWav(channels: readonly (readonly (readonly [number, number])[])[]): Uint8Array {
  const seconds = Math.max(...channels.flat().map(([, to]) => to)) + 1;
  const frames = Math.round(seconds * RATE_HZ);
  const samples = new Float32Array(frames * channels.length);
  for (const [channel, stretches] of channels.entries()) {
    for (const [from, to] of stretches) {
      for (let frame = Math.round(from * RATE_HZ); frame < to * RATE_HZ; frame++)
        samples[frame * channels.length + channel] =
          0.5 * Math.sin((2 * Math.PI * channelHz(channel) * frame) / RATE_HZ);
    }
  }
  const bytes = encodePcm16(samples);
  const header = Buffer.from(wavHeader({ sampleRateHz: RATE_HZ, dataBytes: bytes.length }));
  header.writeUInt16LE(channels.length, HEADER_CHANNELS_BYTE);
  header.writeUInt32LE(RATE_HZ * channels.length * 2, HEADER_CHANNELS_BYTE + 6);
  header.writeUInt16LE(channels.length * 2, HEADER_CHANNELS_BYTE + 10);
  return new Uint8Array(Buffer.concat([header, bytes]));
}

/** The channel whose tone is strongest in the samples. */
export function loudestChannel(samples: Float32Array): number {
  const power = (hz: number): number => {
    const step = (2 * Math.PI * hz) / RATE_HZ;
    let [real, imaginary] = [0, 0];
    for (const [at, sample] of samples.entries()) {
      real += sample * Math.cos(step * at);
      imaginary += sample * Math.sin(step * at);
    }
    return real ** 2 + imaginary ** 2;
  };
  const powers = Array.from({ length: CHANNELS }, (_, channel) => power(channelHz(channel)));
  return powers.indexOf(Math.max(...powers));
}
