import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { submitTranscription } from '../../src/transcription/index.ts';
import type { Bench } from './bench.ts';
import { wav } from './wav.ts';

export const HOOK = 'https://receiver.example/hook';
/** Two utterances: 1 s of speech, 1.5 s of silence, 0.7 s of speech. */
export const TALK = wav([1, 1.5, 0.7]);

/** The context of a job that is started for the given time. */
export const going = (starts = 1) => ({ starts, signal: new AbortController().signal });

export async function* inPieces(bytes: Uint8Array, pieceBytes = 10_000) {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

/** Submits a recording with a webhook. */
export const upload = (bench: Bench, bytes = TALK, webhookUrl: string | undefined = HOOK) =>
  submitTranscription(bench.ports, { bytes: inPieces(bytes) }, bench.app, { webhookUrl });

/** Files of uploads in progress. */
export const spooled = (bench: Bench) => readdir(join(bench.folder, 'spool'));
