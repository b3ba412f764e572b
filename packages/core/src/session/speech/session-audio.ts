/**
 * Audio of a session on its way from the socket to the recognizer. Nothing in it is ever dropped. Each iteration goes as far as the
 * next cut, the last one to the end.
 */
export interface SessionAudio extends AsyncIterable<Uint8Array> {
  push(bytes: Uint8Array): void;
  /** Ends an iteration here. */
  cut(): void;
  /** Whether the last iteration went to the end. */
  readonly isFinished: boolean;
  /** No more audio comes; what waits is still handed out. */
  end(): void;
}

export interface SessionAudioOptions {
  /** The longest piece handed out: a burst is taken in steps, so that it can be left in the middle. */
  readonly pieceBytes: number;
  /** From here on the source is asked to pause. */
  readonly highBytes: number;
  /** Once no more than this waits, it is asked to go on. */
  readonly lowBytes: number;
  readonly onPause: () => void;
  readonly onResume: () => void;
  /** All was handed out and the recognizer asks for more. */
  readonly onInputDrained: () => void;
}

const CUT = Symbol('cut');

export function createSessionAudio(options: SessionAudioOptions): SessionAudio {
  const pieces: (Uint8Array | typeof CUT)[] = [];
  let waitingBytes = 0;
  let isEnded = false;
  let isFinished = false;
  let isPaused = false;
  let wake: (() => void) | undefined;
  const awaken = (): void => {
    wake?.();
    wake = undefined;
  };
  /** A cut is work too, and no audio comes with it: counted as a piece, a client that sends many is read no faster than they are done. */
  const cutBytes = options.pieceBytes;
  const hold = (bytes: number): void => {
    waitingBytes += bytes;
    if (isPaused || waitingBytes <= options.highBytes) return;
    isPaused = true;
    options.onPause();
  };
  const release = (bytes: number): void => {
    waitingBytes -= bytes;
    if (!isPaused || waitingBytes > options.lowBytes) return;
    isPaused = false;
    options.onResume();
  };
  return {
    push(bytes) {
      for (let start = 0; start < bytes.length; start += options.pieceBytes)
        pieces.push(bytes.subarray(start, start + options.pieceBytes));
      hold(bytes.length);
      awaken();
    },
    cut() {
      pieces.push(CUT);
      hold(cutBytes);
      awaken();
    },
    get isFinished() {
      return isFinished;
    },
    end() {
      isEnded = true;
      awaken();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const piece = pieces.shift();
        if (piece === CUT) {
          release(cutBytes);
          return;
        }
        if (piece !== undefined) {
          release(piece.length);
          yield piece;
          continue;
        }
        if (isEnded) {
          isFinished = true;
          return;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        options.onInputDrained();
        await promise;
      }
    },
  };
}
