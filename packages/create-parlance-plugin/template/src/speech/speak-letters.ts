import { createResonator } from './resonator.ts';
import { type Sound, soundsOf } from './sounds.ts';

export interface SpeakLettersOptions {
  readonly text: string;
  readonly sampleRateHz: number;
  /** Divides the length of the audio. */
  readonly speed: number;
  /** Movement of the pitch, 0 to 100. */
  readonly emphasis: number;
  readonly pitchHz: number;
}

/** The pace of ordinary speech, some 15 letters a second. */
const SOUND_SECONDS = 0.067;
const EDGE_SECONDS = 0.01;
const PEAK = 0.5;
/** Full emphasis moves the pitch by this fraction, with the period below in seconds. */
const PITCH_SWING = 0.3;
const SWING_SECONDS = 0.9;

/** @returns mono samples in [-1, 1]; empty for a text without a sound */
export function speakLetters(options: SpeakLettersOptions): Float32Array<ArrayBuffer> {
  const { text, sampleRateHz, speed, emphasis, pitchHz } = options;
  const sounds = soundsOf(text);
  const soundSamples = (SOUND_SECONDS * sampleRateHz) / speed;
  const samples = new Float32Array(Math.round(sounds.length * soundSamples));
  const source = createSource({ sampleRateHz, pitchHz, swing: (emphasis / 100) * PITCH_SWING });
  for (const [index, sound] of sounds.entries()) {
    const start = Math.round(index * soundSamples);
    const part = samples.subarray(start, Math.round((index + 1) * soundSamples));
    if (sound !== undefined) fill(part, sound, source, sampleRateHz);
  }
  return scaled(samples);
}

type Source = (voicing: number) => number;

/** A buzz, as from vocal folds, or a hiss, as from breath; identical for each call, so that the same text gives the same audio. */
function createSource(options: { sampleRateHz: number; pitchHz: number; swing: number }): Source {
  const { sampleRateHz, pitchHz, swing } = options;
  let phase = 0;
  let position = 0;
  let noise = 1;
  return (voicing) => {
    const turn = Math.sin((2 * Math.PI * position) / (SWING_SECONDS * sampleRateHz));
    phase = (phase + (pitchHz * (1 + swing * turn)) / sampleRateHz) % 1;
    position += 1;
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    return voicing * (1 - 2 * phase) + (1 - voicing) * (noise / 2 ** 31 - 1);
  };
}

function fill(part: Float32Array, sound: Sound, source: Source, sampleRateHz: number): void {
  const resonators = sound.formantsHz.map((formantHz) => createResonator(formantHz, sampleRateHz));
  const edgeSamples = Math.min(EDGE_SECONDS * sampleRateHz, part.length / 2);
  for (const index of part.keys()) {
    const input = source(sound.voicing);
    const output = resonators.reduce((sum, resonate) => sum + resonate(input), 0);
    const edge = Math.min(1, index / edgeSamples, (part.length - 1 - index) / edgeSamples);
    part[index] = sound.loudness * edge * output;
  }
}

function scaled(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const most = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  return most === 0 ? samples : samples.map((sample) => (sample * PEAK) / most);
}
