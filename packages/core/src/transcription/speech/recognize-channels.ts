import type { RecognizedUtterance } from '../../segmentation/utterance.ts';

/**
 * Recognizes the channels of a recording, all at once. If one fails, the others are aborted.
 *
 * @param recognize returns a channel's utterances in order; the signal aborts with the caller's, and when another channel failed
 * @returns the utterances of all channels ordered by their start, then by their channel; settles when every channel has
 * ended
 * @throws the error of the first channel that failed
 */
export async function recognizeChannels(
  channels: number,
  signal: AbortSignal | undefined,
  recognize: (channel: number, signal: AbortSignal) => Promise<readonly RecognizedUtterance[]>,
): Promise<readonly RecognizedUtterance[]> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const failures: unknown[] = [];
  const heard = await Promise.all(
    Array.from({ length: channels }, (_, channel) =>
      recognize(channel, either).catch((error: unknown) => {
        failures.push(error);
        stop.abort();
        return [];
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
  // Sorting is stable, and channels are in order already.
  return heard.flat().toSorted((one, other) => one.startTime - other.startTime);
}
