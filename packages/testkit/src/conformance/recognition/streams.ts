import type { Recognition, RecognitionEngine, RecognitionStream } from '@parlance/core/engine';
import type { ConformanceCase, Verdict } from '../verdict.ts';
import type { RecognitionSubject } from './subject.ts';

export type OpenStream = NonNullable<RecognitionEngine['openStream']>;

/** A piece of audio as from a microphone. */
export const PIECE_SECONDS = 0.1;

/** A case of engines with streams. */
export function streamCase(
  name: string,
  run: (subject: RecognitionSubject, open: OpenStream) => Promise<Verdict>,
): ConformanceCase<RecognitionSubject> {
  return {
    name,
    run: async (subject) => {
      const { engine } = subject;
      if (engine.openStream === undefined) return { notApplicable: 'the engine has no streams' };
      return run(subject, engine.openStream.bind(engine));
    },
  };
}

interface HearOptions {
  readonly onPiece?: (recognition: Recognition) => void;
  /** Makes the buffer that the stream gets of a piece. Default: a copy. */
  readonly cut?: (piece: Float32Array) => Float32Array;
}

/** Gives a stream one utterance in pieces. */
export async function hear(
  stream: RecognitionStream,
  samples: Float32Array,
  pieceSamples: number,
  { onPiece, cut = (piece) => piece.slice() }: HearOptions = {},
): Promise<Recognition> {
  for (let start = 0; start < samples.length; start += pieceSamples) {
    const recognition = await stream.accept(cut(samples.subarray(start, start + pieceSamples)));
    onPiece?.(recognition);
  }
  return stream.endUtterance();
}
