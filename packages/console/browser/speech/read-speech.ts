import { speechBody, type TimedTextWord } from './speech-body.ts';
import type { SpeechFormat } from './speech-settings.ts';
import { samplesOf, wavFile } from './wav-file.ts';

const RATE = /;\s*rate=(\d+)/;
/** Rate of `pcm` if the answer names none: that of OpenAI's interface. */
const PCM_RATE_HZ = 24_000;
const BYTES_PER_SAMPLE = 2;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Speech as it arrives. */
export type SpeechPart =
  | { readonly type: 'format'; readonly rateHz: number }
  | { readonly type: 'samples'; readonly samples: Float32Array<ArrayBuffer> }
  | { readonly type: 'words'; readonly words: readonly TimedTextWord[] }
  | { readonly type: 'file'; readonly file: Blob };

/**
 * Reads an answer with speech: yields the rate first, then samples as they arrive, and the complete file at the end. The browser decodes an
 * MP3 when it is complete, to the rate of `output`.
 */
export async function* readSpeech(
  response: Response,
  format: SpeechFormat,
  output: BaseAudioContext,
): AsyncGenerator<SpeechPart, void, undefined> {
  if (format === 'mp3') yield* readWhole(response, output);
  else yield* readPcm(response, format);
}

async function* readWhole(
  response: Response,
  output: BaseAudioContext,
): AsyncGenerator<SpeechPart, void, undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const words: TimedTextWord[] = [];
  for await (const part of speechBody(response)) {
    if (part instanceof Uint8Array) pieces.push(part);
    else words.push(...part);
  }
  const file = new Blob(pieces, { type: 'audio/mpeg' });
  const audio = await output.decodeAudioData(await file.arrayBuffer());
  yield { type: 'format', rateHz: audio.sampleRate };
  yield { type: 'samples', samples: new Float32Array(audio.getChannelData(0)) };
  yield { type: 'words', words };
  yield { type: 'file', file };
}

async function* readPcm(
  response: Response,
  format: 'wav' | 'pcm',
): AsyncGenerator<SpeechPart, void, undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let rateHz = Number(RATE.exec(response.headers.get('content-type') ?? '')?.[1] ?? PCM_RATE_HZ);
  let isBody = format === 'pcm';
  if (isBody) yield { type: 'format', rateHz };
  let held = new Uint8Array(0);
  for await (const part of speechBody(response)) {
    if (!(part instanceof Uint8Array)) {
      yield { type: 'words', words: part };
      continue;
    }
    held = joined(held, part);
    if (!isBody) {
      const header = readWavHeader(held);
      if (header === undefined) continue;
      rateHz = header.rateHz;
      held = held.slice(header.bytes);
      isBody = true;
      yield { type: 'format', rateHz };
    }
    // Network chunks may end in the middle of a two-byte sample.
    const whole = held.slice(0, held.length - (held.length % BYTES_PER_SAMPLE));
    held = held.slice(whole.length);
    if (whole.length === 0) continue;
    pieces.push(whole);
    yield { type: 'samples', samples: samplesOf(whole) };
  }
  // The header of a streamed WAV has no length.
  const file = format === 'pcm' ? new Blob(pieces, { type: 'audio/pcm' }) : wavFile(pieces, rateHz);
  yield { type: 'file', file };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** @returns where the samples begin, and their rate; `undefined` until the header is complete */
function readWavHeader(bytes: Uint8Array): { readonly bytes: number; readonly rateHz: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let rateHz = 0;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const body = at + CHUNK_HEADER_BYTES;
    if (name === 'data') return { bytes: body, rateHz };
    if (name === 'fmt ' && body + 8 <= bytes.length) rateHz = view.getUint32(body + 4, true);
    at = body + view.getUint32(at + 4, true);
  }
  return undefined;
}
