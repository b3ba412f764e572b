import { concatBytes } from '../../audio/concat-bytes.ts';
import { PCM_BYTES_PER_SAMPLE } from '../../audio/pcm-format.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import { writeText } from '../results/result-words.ts';
import type { TimedWord } from '../words/word-timer.ts';

/** The progress of a synthesis from its beginning, with everything that is needed to continue. */
export interface SynthesisPosition {
  /** Finished segments, and a fingerprint of them: if the text is divided differently, the work cannot continue from here. */
  readonly segments: number;
  readonly fingerprint: number;
  /** Code points that were spoken. */
  readonly characters: number;
  /** Samples of joined audio at the voice's native rate. */
  readonly samples: number;
  /** The state of the joiner; `null` stands for `Infinity`. */
  readonly leadSamples: number | null;
}

/** A stretch of finished segments whose audio is stored until the request ends. */
export interface Checkpoint {
  readonly index: number;
  readonly sampleRateHz: number;
  readonly from: SynthesisPosition;
  readonly to: SynthesisPosition;
}

/** Raised when the meaning of a checkpoint's members changes; checkpoints of another version are made again. */
const VERSION = 1;
const INDEX_DIGITS = 8;
const LINE_END = 10;
const MAX_HEAD_BYTES = 4096;

/** The folder of a request's checkpoints in the audio store. */
export function checkpointFolder(requestId: string): string {
  return `work/${requestId}`;
}

function nameOf(requestId: string, index: number): string {
  return `${checkpointFolder(requestId)}/${String(index).padStart(INDEX_DIGITS, '0')}`;
}

const wordsNameOf = (requestId: string, index: number): string => `${nameOf(requestId, index)}.words`;

/**
 * Stores a checkpoint: a line of JSON and the samples as 16-bit PCM. Durable once resolved.
 *
 * @param pcm 16-bit PCM of `to.samples - from.samples` samples
 */
export async function writeCheckpoint(
  audio: AudioStore,
  requestId: string,
  { checkpoint, pcm }: { readonly checkpoint: Checkpoint; readonly pcm: readonly Uint8Array[] },
): Promise<void> {
  const head = new TextEncoder().encode(`${headOf(checkpoint)}\n`);
  const sink = await audio.create(nameOf(requestId, checkpoint.index), {
    contentType: 'application/octet-stream',
  });
  try {
    await sink.write(head);
    for (const piece of pcm) await sink.write(piece);
    await sink.commit();
  } catch (error) {
    await sink.abort().catch(() => undefined);
    throw error;
  }
}

/** @returns the checkpoints from the first on, as long as each begins where the one before ends */
export async function readCheckpoints(
  audio: AudioStore,
  requestId: string,
  sampleRateHz: number,
): Promise<readonly Checkpoint[]> {
  const names = new Set(await audio.list(checkpointFolder(requestId)));
  const chain: Checkpoint[] = [];
  for (let index = 0; names.has(nameOf(requestId, index)); index++) {
    const { checkpoint } = (await openCheckpoint(audio, requestId, index)) ?? {};
    const before = chain.at(-1);
    const goesOn =
      checkpoint?.sampleRateHz === sampleRateHz &&
      (before === undefined ? checkpoint.from.samples === 0 : isSame(before.to, checkpoint.from));
    if (!goesOn) break;
    chain.push(checkpoint);
  }
  return chain;
}

/**
 * The audio of a checkpoint as 16-bit PCM, in chunks of any size.
 *
 * @throws SpeechError `STORAGE_FAILED` if it has changed, because another worker has overwritten it
 */
export async function* checkpointPcm(
  audio: AudioStore,
  requestId: string,
  checkpoint: Checkpoint,
): AsyncGenerator<Uint8Array, void, undefined> {
  const opened = await openCheckpoint(audio, requestId, checkpoint.index);
  let missingBytes = pcmBytesOf(checkpoint);
  if (opened !== undefined && headOf(opened.checkpoint) === headOf(checkpoint)) {
    for await (const bytes of opened.pcm()) {
      missingBytes -= bytes.length;
      yield bytes;
    }
  }
  if (missingBytes === 0) return;
  throw new SpeechError('STORAGE_FAILED', 'A checkpoint of the synthesis is not as it was written.', {
    requestId,
    index: checkpoint.index,
  });
}

/** Stores the words of a checkpoint's audio. Must be written before the checkpoint itself. */
export async function writeCheckpointWords(
  audio: Pick<AudioStore, 'create'>,
  requestId: string,
  { index, words }: { readonly index: number; readonly words: readonly TimedWord[] },
): Promise<void> {
  const name = wordsNameOf(requestId, index);
  await writeText(audio, name, { contentType: 'application/json', text: JSON.stringify(words) });
}

/** @returns `undefined` if there are none, or the object is not valid */
export async function readCheckpointWords(
  audio: AudioStore,
  requestId: string,
  index: number,
): Promise<readonly TimedWord[] | undefined> {
  const stored = await audio.open(wordsNameOf(requestId, index));
  if (stored === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(await readWhole(stored.read()))) as readonly TimedWord[];
  } catch {
    return undefined;
  }
}

/** Removes all checkpoints of a request. Safe if there are none. */
export async function removeCheckpoints(audio: AudioStore, requestId: string): Promise<void> {
  for (const name of await audio.list(checkpointFolder(requestId))) await audio.remove(name);
}

function headOf({ index, sampleRateHz, from, to }: Checkpoint): string {
  return JSON.stringify({ version: VERSION, index, sampleRateHz, from, to });
}

function isSame(one: SynthesisPosition, other: SynthesisPosition): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface OpenCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly pcm: () => AsyncIterable<Uint8Array>;
}

async function openCheckpoint(
  audio: AudioStore,
  requestId: string,
  index: number,
): Promise<OpenCheckpoint | undefined> {
  const stored = await audio.open(nameOf(requestId, index));
  if (stored === undefined) return undefined;
  const start = await readWhole(stored.read({ start: 0, end: Math.min(stored.bytes, MAX_HEAD_BYTES) - 1 }));
  const headBytes = start.indexOf(LINE_END);
  const head = parseHead(new TextDecoder().decode(start.subarray(0, Math.max(0, headBytes))));
  if (head === undefined || head.index !== index || stored.bytes !== headBytes + 1 + pcmBytesOf(head)) {
    return undefined;
  }
  return { checkpoint: head, pcm: () => stored.read({ start: headBytes + 1, end: stored.bytes - 1 }) };
}

function pcmBytesOf({ from, to }: Checkpoint): number {
  return (to.samples - from.samples) * PCM_BYTES_PER_SAMPLE;
}

function parseHead(text: string): Checkpoint | undefined {
  try {
    const { version, ...checkpoint } = JSON.parse(text) as Checkpoint & { version: number };
    return version === VERSION ? checkpoint : undefined;
  } catch {
    return undefined;
  }
}

async function readWhole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return concatBytes(read);
}
