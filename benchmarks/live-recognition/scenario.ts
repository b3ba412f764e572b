import { concatSamples } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { type Clip, readClips } from '../recognition-segmentation/clips.ts';
import { readWhole } from '../recognition-segmentation/engines.ts';

export const RATE_HZ = 16_000;
/** Of one session; the service allows 90. Short enough that a round of all cases takes some five minutes. */
const SESSION_SECONDS = 25;
const PAUSE_SECONDS = 1.5;

/** What one session says, and how many of it there are. */
export const SESSIONS = {
  '1 session': 1,
  '2 sessions': 2,
  '4 sessions': 4,
  '4 sessions beside abusers': 4,
  '8 sessions': 8,
  '16 sessions': 16,
  '24 sessions': 24,
  '32 sessions': 32,
  '48 sessions': 48,
} as const;

/** The same sessions without and with hostile clients beside them. */
export const BESIDE_ABUSERS = { quiet: '4 sessions', abused: '4 sessions beside abusers' } as const;

export function sessionsOf(caseName: string): number {
  const count = SESSIONS[caseName as keyof typeof SESSIONS];
  if (count === undefined) throw new SpeechError('INTERNAL', `There is no case ${caseName}.`);
  return count;
}

/**
 * So many orders of the recordings. Callers who have nothing to do with each other do not fall silent at the same time: with four
 * orders eight of 32 sessions said the same words, 0.4 s apart, and their finals came at once.
 */
export const SCRIPTS = 12;

/** @returns what is said in sessions of that script: mono samples at 16 kHz, less than {@link SESSION_SECONDS} seconds */
export async function readScript(script: number): Promise<Float32Array> {
  const clips = readClips();
  if (clips.length === 0) {
    throw new SpeechError(
      'INVALID_INPUT',
      'There are no recordings; name their folder in PARLANCE_SPEECH_DIR.',
    );
  }
  const pieces: Float32Array[] = [];
  let seconds = 0;
  for (let turn = 0; turn < clips.length; turn++) {
    const clip = clips[(script * 3 + turn) % clips.length] as Clip;
    if (seconds + clip.durationSec + PAUSE_SECONDS > SESSION_SECONDS) continue;
    pieces.push(await readWhole(clip.path, RATE_HZ), new Float32Array(PAUSE_SECONDS * RATE_HZ));
    seconds += clip.durationSec + PAUSE_SECONDS;
  }
  return concatSamples(pieces);
}
