import { SpeechError } from '@parlance/core/errors';
import { createUnitQueue, type UnitPlace } from '@parlance/core/scheduling';
import type { StreamPiece } from '../worker/tasks.ts';

/** One probability per frame for each piece, in order; `undefined` for a stream that is not open. */
export type PieceProbabilities = readonly (Float32Array | undefined)[];

export interface DetectionRoundsOptions {
  /** Runs the pieces of one round in one task. Rounds never overlap. */
  readonly run: (
    pieces: readonly StreamPiece[],
    place: UnitPlace & { readonly generation: number },
  ) => Promise<PieceProbabilities>;
  readonly openStreams: () => number;
}

/** Shares the detector between the open streams. */
export interface DetectionRounds {
  /** @throws SpeechError `ABORTED`, `ENGINE_FAILED` if the stream is not open, or the error of the round */
  detect(
    piece: StreamPiece,
    call: Partial<UnitPlace> & { readonly generation: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Float32Array>;
}

interface WaitingPiece {
  readonly piece: StreamPiece;
  readonly generation: number;
  readonly lane: UnitPlace['lane'];
  readonly resolve: (probabilities: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

/** Up to this many streams, each piece is sent to the detector as it arrives: there are few messages, so waiting for more gains nothing. */
const FEW_STREAMS = 8;
/**
 * With more, the minimum interval between rounds. A message to the worker and back costs as much processor time as two frames of the
 * model; with 32 live streams this combines eight messages into one, and a final comes 13 ms later on average.
 */
const ROUND_MS = 25;
/** The size of a round, some 40 ms on one core, so that a burst delays nobody for longer. */
const MAX_ROUND_SAMPLES = 128 * 512;

/** Collects the pieces of many streams in common tasks, by lane and fairness as if each were a separate task. */
export function createDetectionRounds({ run, openStreams }: DetectionRoundsOptions): DetectionRounds {
  const queue = createUnitQueue<WaitingPiece>();
  let isUnderWay = false;
  let isPlanned = false;
  let lastBeginMs = Number.NEGATIVE_INFINITY;

  const plan = (): void => {
    if (isUnderWay || isPlanned || queue.size === 0) return;
    const waitMs = openStreams() > FEW_STREAMS ? lastBeginMs + ROUND_MS - performance.now() : 0;
    if (waitMs <= 0) return void begin();
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      void begin();
    }, waitMs);
  };

  /** The state of an earlier generation of workers is lost, so its pieces can't share a task with those of this one. */
  const takeRound = (): WaitingPiece[] => {
    const round: WaitingPiece[] = [];
    let samples = 0;
    while (samples < MAX_ROUND_SAMPLES) {
      const next = queue.take(({ generation }) => generation === (round[0]?.generation ?? generation));
      if (next === undefined) break;
      round.push(next);
      samples += next.piece.samples.length;
    }
    return round;
  };

  const begin = async (): Promise<void> => {
    const round = takeRound();
    const [first] = round;
    if (first === undefined) return;
    isUnderWay = true;
    lastBeginMs = performance.now();
    try {
      const { lane, generation } = first;
      const answers = await run(
        round.map(({ piece }) => piece),
        { lane, generation },
      );
      for (const [at, { resolve, reject }] of round.entries()) {
        const probabilities = answers[at];
        if (probabilities === undefined) reject(notOpen());
        else resolve(probabilities);
      }
    } catch (error) {
      for (const { reject } of round) reject(error);
    } finally {
      isUnderWay = false;
      plan();
    }
  };

  return {
    detect(piece, { generation, signal, lane = 'first', turn }) {
      if (signal?.aborted) return Promise.reject(SpeechError.aborted(signal));
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
      const waiting: WaitingPiece = { piece, generation, lane, resolve, reject };
      const onAbort = (): void => {
        queue.remove(waiting);
        reject(SpeechError.aborted(signal));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(waiting, { lane, turn });
      plan();
      return promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
  };
}

function notOpen(): SpeechError {
  return new SpeechError('ENGINE_FAILED', 'The voice activity stream is not open.');
}
