/**
 * Queue of a session's audio between the socket and the recognizer. Nothing is ever dropped. Each iteration ends at the
 * next cut, the last one at the end.
 */
export interface SessionAudio extends AsyncIterable<Uint8Array> {
  push(bytes: Uint8Array): void;
  /** Ends an iteration at this position. */
  cut(): void;
  /** Whether the last iteration reached the end. */
  readonly isFinished: boolean;
  /** No more audio follows; waiting audio is still delivered. */
  end(): void;
}

export interface SessionAudioOptions {
  /** The longest piece that is delivered: a burst is processed in steps, so that it can be abandoned in the middle. */
  readonly pieceBytes: number;
  /** With this much waiting, the source is asked to pause. */
  readonly highBytes: number;
  /** Once no more than this waits, the source is asked to continue. */
  readonly lowBytes: number;
  readonly onPause: () => void;
  readonly onResume: () => void;
  /** Called when everything was delivered and the recognizer asks for more. */
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
  /** A cut without audio is work too. It counts as a piece, so that a client that sends many cuts is read no faster than they are processed. */
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
