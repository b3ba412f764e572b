/** What a stream hands over at a time, whole windows. */
export interface Piece<Stream> {
  readonly stream: Stream;
  readonly samples: Float32Array;
}

/** One way to compute Silero. */
export interface Scorer<Stream> {
  open(): Stream;
  /** Pieces of different streams that came in at the same time. @returns whether each window is speech, by piece */
  score(pieces: readonly Piece<Stream>[]): Promise<readonly boolean[][]>;
  /** What it adds to an installation of the sherpa-onnx plugin, in MiB. */
  readonly installMib: number;
}

export const WINDOW_SAMPLES = 512;
/** Samples before a window that the network looks at as well. */
export const CONTEXT_SAMPLES = 64;
export const THRESHOLD = 0.5;
/** Speech ends this far below the threshold at which it begins. */
const HYSTERESIS = 0.15;

export interface Decision {
  isSpeech: boolean;
}

export function decide(decision: Decision, probability: number): boolean {
  decision.isSpeech = probability >= (decision.isSpeech ? THRESHOLD - HYSTERESIS : THRESHOLD);
  return decision.isSpeech;
}
