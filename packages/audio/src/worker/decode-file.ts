import { type FileHandle, open } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import type { InstancePool } from '../codec/instance-pool.ts';
import type { ConverterInstance } from '../resample/libsamplerate-instances.ts';
import { createCopySink } from './copy-sink.ts';
import type { DecodeResult, DecodeTask } from './decode-task.ts';
import type { StreamDecoder } from './stream-decoder.ts';
import { DECODERS } from './wasm-decoders.ts';

const READ_BYTES = 65_536;
const MS_PER_SECOND = 1000;

/**
 * Decodes a recording from a file to a file, with bounded memory.
 *
 * @throws SpeechError `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `STORAGE_FULL`, `STORAGE_FAILED`
 */
export async function decodeFile(
  task: DecodeTask,
  converters: InstancePool<ConverterInstance>,
  isAborted: () => boolean,
): Promise<DecodeResult | undefined> {
  await using source = await open(task.sourcePath, 'r').catch(diskFailed);
  await using target = await open(task.targetPath, 'w').catch(diskFailed);
  const sink = createCopySink(target, task, converters);
  try {
    const decoder = await DECODERS[task.codec]();
    const deadlineMs = performance.now() + task.maxWorkMs;
    for await (const piece of piecesOf(source, task, decoder.pieceBytes)) {
      if (isAborted()) return undefined;
      if (performance.now() > deadlineMs) throw tooSlow(task.maxWorkMs);
      await sink.write(await decoded(() => decoder.decode(piece)));
    }
    await sink.write(await decoded(() => decoder.finish()));
    const result = await sink.finish();
    if (result !== undefined) return result;
  } catch (cause) {
    throw SpeechError.is(cause) ? cause : diskFailed(cause);
  } finally {
    sink.dispose();
  }
  throw new SpeechError('AUDIO_NOT_READABLE', 'The recording has 0 samples that can be decoded.', {
    reason: 'no-samples',
  });
}

/** Treats any error of a decoder, including WebAssembly traps, as the recording's fault. */
async function decoded(
  work: () => ReturnType<StreamDecoder['decode']>,
): Promise<Awaited<ReturnType<StreamDecoder['decode']>>> {
  try {
    return await work();
  } catch (cause) {
    throw new SpeechError(
      'AUDIO_NOT_READABLE',
      'The recording is damaged: it cannot be decoded.',
      { reason: 'damaged' },
      { cause },
    );
  }
}

async function* piecesOf(
  source: FileHandle,
  { startBytes, sourceBytes }: DecodeTask,
  pieceBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let offsetBytes = startBytes;
  while (offsetBytes < sourceBytes) {
    const { bytesRead, buffer } = await source.read(new Uint8Array(READ_BYTES), 0, READ_BYTES, offsetBytes);
    if (bytesRead === 0) return;
    offsetBytes += bytesRead;
    for (let at = 0; at < bytesRead; at += pieceBytes) {
      // A copy, since parsers keep their input.
      yield buffer.slice(at, Math.min(at + pieceBytes, bytesRead));
    }
  }
}

function tooSlow(maxWorkMs: number): SpeechError {
  return new SpeechError(
    'AUDIO_NOT_READABLE',
    `Decoding the recording took longer than ${maxWorkMs / MS_PER_SECOND} seconds; that is the limit.`,
    { reason: 'decoder-timeout' },
  );
}

function diskFailed(cause: unknown): never {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new SpeechError(
      'STORAGE_FULL',
      'The disk is full; there is no space for the decoded recording.',
      {},
      { cause },
    );
  throw new SpeechError(
    'STORAGE_FAILED',
    `The decoded recording cannot be stored: ${code}.`,
    { systemCode: code },
    { cause },
  );
}
