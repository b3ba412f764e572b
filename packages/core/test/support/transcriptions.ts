import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { submitTranscription } from '../../src/transcription/index.ts';
import type { Bench } from './bench.ts';
import { HOOK } from './jobs.ts';
import { wav } from './wav.ts';

/** Two utterances: 1 s of speech, 1.5 s of silence, 0.7 s of speech. */
export const TALK = wav([1, 1.5, 0.7]);

export async function* inPieces(bytes: Uint8Array, pieceBytes = 10_000) {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

/** A recording that never ends, in pieces of a megabyte, and how many bytes of it were read. */
export function endlessRecording() {
  const piece = new Uint8Array(1_000_000);
  const recording = {
    sentBytes: 0,
    async *pieces() {
      for (;;) {
        recording.sentBytes += piece.length;
        yield piece;
      }
    },
  };
  return recording;
}

/** Submits a recording with a webhook. */
export const upload = (bench: Bench, bytes = TALK, webhookUrl: string | undefined = HOOK) =>
  submitTranscription(bench.ports, { bytes: inPieces(bytes) }, bench.app, { webhookUrl });

/** Files of uploads in progress. */
export const spooled = (bench: Bench) => readdir(join(bench.folder, 'spool'));
