import { readFile } from 'node:fs/promises';
import { createAudioReader, RECORDING_RATES_HZ, wavHeader } from '@parlance/audio';
import { encodePcm16 } from '@parlance/core/audio';
import type { RecognitionEngine, VoiceActivityDetector } from '@parlance/core/engine';
import { recognizeSpeech } from '@parlance/core/recognition';
import { readClips } from '../recognition-segmentation/clips.ts';

export const RATE_HZ = 16_000;
/** The service's own default. */
const UTTERANCE_SILENCE_MS = 800;
const SILENCE_BETWEEN_CLIPS_SECONDS = 1;

/** @returns human speech of at least so many seconds, clip after clip and from the beginning again */
export async function speechOf(seconds: number): Promise<Float32Array> {
  const clips = await Promise.all(
    readClips().map(async ({ path }) => {
      const recording = await createAudioReader({ sampleRatesHz: RECORDING_RATES_HZ }).open(
        new Uint8Array(await readFile(path)),
      );
      const pieces = await Array.fromAsync(recording.samples(RATE_HZ));
      await recording.close();
      return pieces;
    }),
  );
  const speech = new Float32Array(Math.ceil(seconds * RATE_HZ));
  const gap = SILENCE_BETWEEN_CLIPS_SECONDS * RATE_HZ;
  let at = 0;
  for (let turn = 0; at < speech.length && clips.length > 0; turn++) {
    for (const piece of clips[turn % clips.length] ?? []) {
      speech.set(piece.subarray(0, Math.max(0, speech.length - at)), Math.min(at, speech.length));
      at += piece.length;
    }
    at += gap;
  }
  return speech;
}

/** @returns a WAV file of 16 bits */
export function wavOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const pcm = encodePcm16(samples);
  const header = wavHeader({ sampleRateHz: RATE_HZ, dataBytes: pcm.byteLength });
  const file = new Uint8Array(header.byteLength + pcm.byteLength);
  file.set(header);
  file.set(pcm, header.byteLength);
  return file;
}

/** @returns the segments that the service would give the recognizer, taken from it in place of being recognized */
export async function segmentsOf(
  samples: Float32Array,
  recognizer: RecognitionEngine,
  voiceActivity: VoiceActivityDetector,
): Promise<readonly Float32Array[]> {
  const segments: Float32Array[] = [];
  const listener: RecognitionEngine = {
    id: recognizer.id,
    capabilities: recognizer.capabilities,
    warm: async () => undefined,
    close: async () => undefined,
    recognize: async (segment) => {
      segments.push(segment);
      return { text: '', tokens: [] };
    },
  };
  async function* seconds() {
    for (let at = 0; at < samples.length; at += RATE_HZ) yield samples.slice(at, at + RATE_HZ);
  }
  const events = recognizeSpeech({ engine: listener, voiceActivity }, seconds(), {
    speechCompleteTimeoutMs: UTTERANCE_SILENCE_MS,
    interimResults: false,
    lane: 'batch',
  });
  await Array.fromAsync(events);
  return segments;
}
