import { SpeechError } from '@parlance/core/errors';
import { readClips } from '../recognition-segmentation/clips.ts';
import { readWhole } from '../recognition-segmentation/engines.ts';

/**
 * A turn holds every recording once. All turns are the same, so each of them should be heard like the others: also for voice activity,
 * whose windows of 32 ms fit into a turn without a rest.
 */
export const TURN_SECONDS = 120;
/** Behind each recording: more than ends an utterance, less than ends a session for lack of speech. */
const PAUSE_SECONDS = { least: 1, most: 4.5 } as const;

/** One turn: what is said in it, and its sound. */
export interface Turn {
  /** What each recording says. */
  readonly references: readonly string[];
  /** Mono, {@link TURN_SECONDS} long. */
  readonly samples: Float32Array;
}

/** @throws SpeechError `INVALID_INPUT` when the recordings do not fill a turn, or more than that */
export async function readTurn(rateHz: number): Promise<Turn> {
  const recordings = readClips();
  const spokenSeconds = recordings.reduce((sum, { durationSec }) => sum + durationSec, 0);
  const pauseSeconds = (TURN_SECONDS - spokenSeconds) / recordings.length;
  if (!(pauseSeconds >= PAUSE_SECONDS.least && pauseSeconds <= PAUSE_SECONDS.most)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `PARLANCE_SPEECH_DIR must name a folder with recordings of some 100 s together; it has ${Math.round(spokenSeconds)} s.`,
    );
  }
  const samples = new Float32Array(TURN_SECONDS * rateHz);
  let startSeconds = 0;
  for (const { path, durationSec } of recordings) {
    samples.set(await readWhole(path, rateHz), Math.round(startSeconds * rateHz));
    startSeconds += durationSec + pauseSeconds;
  }
  return { references: recordings.map(({ reference }) => reference), samples };
}
