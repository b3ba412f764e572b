import type { SpokenAnswer } from '@parlance/client';
import { samplesOf, wavFile } from './wav-file.ts';

/** Ahead of what is heard, so that the first piece is not late for its own beginning. */
const LEAD_SECONDS = 0.05;
const RATE = /;rate=(\d+)/;

export interface PlayedSpeech {
  /** All of it, to be heard again. */
  readonly wav: Blob;
  /** Resolves when the last sample was heard. */
  readonly heard: Promise<void>;
}

export interface PlayOptions {
  /** Silences it at once. */
  readonly signal: AbortSignal;
  /** Told when the first piece begins to sound. */
  readonly onStart: () => void;
}

/**
 * Plays speech while it is made, piece after piece without a gap.
 *
 * @param answer of `outputFormat: 'pcm'`
 * @returns once all of it has come in; what came last is heard a moment later
 */
export async function playSpeech(
  answer: SpokenAnswer,
  { signal, onStart }: PlayOptions,
): Promise<PlayedSpeech> {
  const rateHz = Number(RATE.exec(answer.contentType)?.[1]);
  // At the speech's own rate: pieces that were each brought to another one would click where they meet.
  const context = new AudioContext({ sampleRate: rateHz });
  const close = (): void => {
    if (context.state !== 'closed') void context.close();
  };
  signal.addEventListener('abort', close, { once: true });
  const pcm: Uint8Array<ArrayBuffer>[] = [];
  let endSeconds = 0;
  let last: AudioBufferSourceNode | undefined;
  try {
    for await (const piece of wholeSamples(answer.stream)) {
      signal.throwIfAborted();
      pcm.push(piece);
      const samples = samplesOf(piece);
      const buffer = context.createBuffer(1, samples.length, rateHz);
      buffer.copyToChannel(samples, 0);
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(context.destination);
      const startSeconds = Math.max(endSeconds, context.currentTime + LEAD_SECONDS);
      source.start(startSeconds);
      if (last === undefined) onStart();
      last = source;
      endSeconds = startSeconds + buffer.duration;
    }
  } catch (error) {
    close();
    throw error;
  }
  const heard = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (last === undefined) resolve();
    else last.onended = () => resolve();
  });
  void heard.then(close);
  return { wav: wavFile(pcm, rateHz), heard };
}

/** Pieces of a network end anywhere, samples have two bytes. */
async function* wholeSamples(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let lone = new Uint8Array(0);
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const joined = new Uint8Array(lone.length + read.value.length);
      joined.set(lone);
      joined.set(read.value, lone.length);
      const whole = joined.length - (joined.length % 2);
      lone = joined.slice(whole);
      if (whole > 0) yield joined.slice(0, whole);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
