import { pcm16Of, wavFile } from './wav-file.ts';

/** Any recording that the browser can play, as the service takes it. */
export interface Recording {
  /** Mono, 16 kHz, 16 bit. */
  readonly wav: Blob;
  readonly durationSeconds: number;
}

/** What recognition works at: more would only be more to upload. */
const RATE_HZ = 16_000;

/** Decodes a file of any format that the browser knows. @throws Error in words for the reader */
export async function readRecording(file: Blob): Promise<Recording> {
  const decoded = await new OfflineAudioContext(1, 1, RATE_HZ)
    .decodeAudioData(await file.arrayBuffer())
    .catch((cause: unknown) => {
      throw new Error('The browser can’t read this file as audio. WAV, MP3, FLAC and Ogg are safe choices.', {
        cause,
      });
    });
  return { wav: wavFile([pcm16Of(mono(decoded))], RATE_HZ), durationSeconds: decoded.duration };
}

/** All channels have the same share. */
function mono(audio: AudioBuffer): Float32Array {
  const mixed = new Float32Array(audio.length);
  for (let channel = 0; channel < audio.numberOfChannels; channel++) {
    const samples = audio.getChannelData(channel);
    for (let at = 0; at < mixed.length; at++) {
      mixed[at] = (mixed[at] ?? 0) + (samples[at] ?? 0) / audio.numberOfChannels;
    }
  }
  return mixed;
}
