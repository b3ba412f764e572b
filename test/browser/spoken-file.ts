import { writeFile } from 'node:fs/promises';
import type { RunningServer } from './running-server.ts';

const RATE_HZ = 16_000;
const HEADER_BYTES = 44;
/** Silence at the start, since a simulated microphone plays from the moment when it is opened. */
const SILENCE_BEFORE_SECONDS = 1;
const SILENCE_AFTER_SECONDS = 20;

/** Synthesizes `text` with the server. @returns 16-bit mono PCM at 16 kHz */
export async function spoken(server: RunningServer, text: string, voiceCode: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}/v1/tts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'app-id': server.appId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ mode: 'sync', text, voiceCode, outputFormat: 'pcm', sampleRate: RATE_HZ }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Writes speech with silence around it, as from a microphone. */
export function writeMicrophoneFile(path: string, pcm: Buffer): Promise<void> {
  const silence = (seconds: number): Buffer => Buffer.alloc(seconds * RATE_HZ * 2);
  return writeWav(
    path,
    Buffer.concat([silence(SILENCE_BEFORE_SECONDS), pcm, silence(SILENCE_AFTER_SECONDS)]),
  );
}

export function writeWav(path: string, pcm: Buffer): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + pcm.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(pcm.length, 40);
  return writeFile(path, Buffer.concat([header, pcm]));
}

export interface WavMeasures {
  readonly seconds: number;
  /** Root mean square of samples in [-1, 1]. */
  readonly level: number;
}

/** Measures a file that the page created. */
export function measureWav(file: Buffer): WavMeasures {
  if (file.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a WAV file');
  const rateHz = file.readUInt32LE(24);
  const pcm = file.subarray(HEADER_BYTES);
  let sum = 0;
  for (let at = 0; at < pcm.length; at += 2) sum += (pcm.readInt16LE(at) / 32_768) ** 2;
  const samples = pcm.length / 2;
  return { seconds: samples / rateHz, level: Math.sqrt(sum / samples) };
}
