import type { Recognition, RecognitionStream } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { joinSamples } from '../signals/join-samples.ts';

/** A stream that recognizes the whole utterance again with every piece. */
export function fakeRecognitionStream(
  recognize: (samples: Float32Array) => Promise<Recognition>,
): RecognitionStream {
  let utterance: readonly Float32Array[] = [];
  let isClosed = false;
  const hear = (): Promise<Recognition> => {
    if (isClosed) throw new SpeechError('SHUTTING_DOWN', 'The stream is closed.');
    return recognize(joinSamples(utterance));
  };
  return {
    accept: async (samples) => {
      utterance = [...utterance, samples];
      return hear();
    },
    endUtterance: async () => {
      const recognition = await hear();
      utterance = [];
      return recognition;
    },
    close: async () => {
      isClosed = true;
    },
  };
}
